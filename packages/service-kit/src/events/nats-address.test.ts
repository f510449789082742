import { describe, expect, it } from 'vitest';
import { parseNatsAddress } from './nats-address';

describe('parseNatsAddress', () => {
  it.each([
    ['nats://nats:4222', { servers: 'nats://nats:4222' }],
    ['tls://nats.example.com:4222', { servers: 'tls://nats.example.com:4222', tls: {} }],
    ['tls://token1@nats:4222', { servers: 'tls://nats:4222', tls: {}, token: 'token1' }],
    ['nats://obieg:a%40b@nats:4222', { servers: 'nats://nats:4222', user: 'obieg', pass: 'a@b' }],
    ['nats://token1@nats:4222', { servers: 'nats://nats:4222', token: 'token1' }],
  ])('splits %s', (url, address) => {
    expect(parseNatsAddress(url)).toEqual(address);
  });
});
