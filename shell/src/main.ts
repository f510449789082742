// Import order matters: each module must finish before the next one starts.
import './start/dev-refresh';
import './start/security';
import './start/bootstrap';
