// Imports run in this order, and each has to be over before the next begins.
import './start/dev-refresh';
import './start/security';
import './start/bootstrap';
