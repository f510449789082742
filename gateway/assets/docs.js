/**
 * The API page. Reads the merged OpenAPI document and sends calls with an API token or as the signed-in user. Creates
 * elements, never markup, so that it runs under the strictest Trusted Types policy.
 */

const storedTokenKey = 'auth_token';
const maxExampleDepth = 6;

/** Creates an element with properties and children. */
const element = (name, properties = {}, ...children) => {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...children);
  return made;
};

const resolve = (root, value) =>
  typeof value?.$ref === 'string'
    ? value.$ref
        .slice(2)
        .split('/')
        .reduce((found, key) => found?.[key], root)
    : value;

const scalarExamples = { string: '', number: 0, integer: 1, boolean: true, null: null };

/** Builds an example body from a schema. */
const exampleOf = (root, schema, depth = 0) => {
  const found = resolve(root, schema) ?? {};
  if (depth > maxExampleDepth) return null;
  if (found.const !== undefined) return found.const;
  if (found.enum) return found.enum[0];
  if (found.default !== undefined) return found.default;
  const choice = found.anyOf?.[0] ?? found.oneOf?.[0] ?? found.allOf?.[0];
  if (choice) return exampleOf(root, choice, depth + 1);
  const type = Array.isArray(found.type) ? found.type[0] : found.type;
  if (type === 'array') return [exampleOf(root, found.items, depth + 1)];
  if (type === 'object' || found.properties) {
    return Object.fromEntries(
      Object.entries(found.properties ?? {}).map(([name, item]) => [name, exampleOf(root, item, depth + 1)]),
    );
  }
  return scalarExamples[type] ?? null;
};

const pretty = (text) => {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
};

const addressOf = (path, inputs) => {
  const query = new URLSearchParams();
  let address = path;
  for (const { place, name, input } of inputs) {
    if (place === 'path') address = address.replace(`{${name}}`, encodeURIComponent(input.value));
    else if (place === 'query' && input.value !== '') query.set(name, input.value);
  }
  return query.size > 0 ? `${address}?${query}` : address;
};

/** Never stored, so a reload forgets it. */
const apiToken = element('input', {
  id: 'api-token',
  type: 'password',
  autocomplete: 'off',
  spellcheck: false,
  placeholder: 'obg_…',
});

const send = async (method, address, body) => {
  const token = apiToken.value.trim() || localStorage.getItem(storedTokenKey);
  const answer = await fetch(address, {
    method,
    headers: {
      accept: 'application/json',
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body }),
  });
  return `${answer.status} ${answer.statusText}\n\n${pretty(await answer.text())}`;
};

/** Quotes a text for a shell. */
const quote = (text) => `'${text.replaceAll("'", "'\\''")}'`;

const curlOf = (method, address, body) =>
  [
    `curl${method === 'GET' ? '' : ` -X ${method}`} -H "Authorization: Bearer $TOKEN"`,
    ...(body === undefined ? [] : [`-H 'Content-Type: application/json' -d ${quote(body)}`]),
    quote(location.origin + address),
  ].join(' \\\n  ');

const describeScope = (scope) => {
  if (scope === undefined) return 'Not for API tokens.';
  return scope === 'any' ? 'API token: any scope.' : `API token: scope ${scope}.`;
};

const field = (label, input) => element('label', {}, label, input);

const bodySchemaOf = (operation) => operation.requestBody?.content?.['application/json']?.schema;

const operationForm = (root, path, method, operation) => {
  const inputs = (operation.parameters ?? [])
    .map((parameter) => resolve(root, parameter))
    .filter(({ in: place }) => place === 'path' || place === 'query')
    .map(({ in: place, name, required }) => ({
      place,
      name,
      input: element('input', { name, required: required === true, autocomplete: 'off' }),
    }));
  const schema = bodySchemaOf(operation);
  const body =
    schema && element('textarea', { value: JSON.stringify(exampleOf(root, schema), null, 2), rows: 8 });
  const curl = operation['x-token-scope'] && element('pre', { className: 'curl', tabIndex: 0 });
  const output = element('pre', { hidden: true, tabIndex: 0 });
  output.setAttribute('aria-live', 'polite');
  const form = element(
    'form',
    { className: 'operation' },
    ...inputs.map(({ place, name, input }) => field(`${name} (${place})`, input)),
    ...(body ? [field('body (JSON)', body)] : []),
    ...(curl ? [curl] : []),
    element('button', { type: 'submit' }, 'Send'),
    output,
  );
  const call = () => [method.toUpperCase(), addressOf(path, inputs), body?.value];
  const showCurl = () => {
    if (curl) curl.textContent = curlOf(...call());
  };
  showCurl();
  form.addEventListener('input', showCurl);
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    output.hidden = false;
    output.textContent = 'Sending…';
    try {
      output.textContent = await send(...call());
    } catch (error) {
      output.textContent = String(error);
    }
  });
  return form;
};

const operationCard = (root, path, method, operation) => {
  const card = element(
    'details',
    { id: operation.operationId ?? '' },
    element(
      'summary',
      {},
      element('span', { className: 'method' }, method.toUpperCase()),
      element('span', { className: 'path' }, path),
      element('span', { className: 'summary' }, operation.summary ?? ''),
    ),
  );
  card.addEventListener('toggle', () => {
    if (card.open && card.childElementCount === 1) {
      const statuses = Object.keys(operation.responses ?? {}).join(', ');
      card.append(
        element(
          'p',
          { className: 'operation' },
          `${describeScope(operation['x-token-scope'])} Answers: ${statuses}.`,
        ),
        operationForm(root, path, method, operation),
      );
    }
  });
  return card;
};

const methods = ['get', 'post', 'put', 'patch', 'delete'];

const operationsOf = ({ paths }) =>
  Object.entries(paths).flatMap(([path, item]) =>
    methods.filter((method) => item[method]).map((method) => ({ path, method, operation: item[method] })),
  );

const show = (root) => {
  const operations = operationsOf(root);
  const sections = root.tags.map(({ name }) => {
    const own = operations.filter(({ operation }) =>
      (operation.tags ?? []).some((tag) => tag === name || tag === `svc-${name}`),
    );
    return element(
      'section',
      {},
      element('h2', {}, name),
      ...own.map(({ path, method, operation }) => operationCard(root, path, method, operation)),
    );
  });
  const hasToken = localStorage.getItem(storedTokenKey) !== null;
  document
    .getElementById('docs')
    .replaceChildren(
      element('h1', {}, 'Obieg API'),
      element(
        'p',
        {},
        hasToken
          ? 'Calls are sent as the signed-in user, unless you enter an API token. '
          : 'Calls are sent without a session: sign in, or enter an API token. ',
        element('a', { href: '/api/docs/openapi.json' }, 'openapi.json'),
      ),
      field('API token (from your account; forgotten when you leave this page)', apiToken),
      ...sections,
    );
};

try {
  const answer = await fetch('/api/docs/openapi.json');
  if (!answer.ok) throw new Error(`HTTP ${answer.status}`);
  show(await answer.json());
} catch (error) {
  document.querySelector('[role=status]').textContent = `The description cannot be read (${error.message}).`;
}
