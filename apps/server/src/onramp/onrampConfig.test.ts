import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { OnrampConfig } from './onrampConfig.js'
import { secret } from './test/anOrder.js'

describe('the configuration', () => {
  const desk = { kind: 'desk', url: 'http://desk.example', secret }

  test('[S9.17] takes a fee of 1 to 2 per cent, which is what kits show', () => {
    for (const feeBasisPoints of [100, 150, 200]) {
      expect(v.is(OnrampConfig, { providers: [{ ...desk, feeBasisPoints }] })).toBe(true)
    }
    for (const feeBasisPoints of [99, 201, 150.5, -1]) {
      expect(v.is(OnrampConfig, { providers: [{ ...desk, feeBasisPoints }] })).toBe(false)
    }
  })

  test.each([
    { providers: [] },
    { providers: [desk, desk] },
    { providers: [{ ...desk, secret: 'short' }] },
    { providers: [{ ...desk, url: 'javascript:alert(1)' }] },
    { providers: [{ ...desk, kind: 'other' }] },
    { providers: [{ kind: 'coinbase', apiKeyId: 'key', apiKeySecret: 'no key' }] },
    { providers: [{ kind: 'meld' }] },
    { providers: [{ kind: 'meld', publicKey: 'k', webhookSecret: secret }] },
    { providers: [desk], assets: ['eip155:1/slip44:501'] },
    { providers: [desk], currencies: [{ id: 'EUR', usd: '0' }] },
    { providers: [desk], currencies: [{ id: 'eur', usd: '1.1' }] },
  ])('refuses %j', (config) => {
    expect(v.is(OnrampConfig, config)).toBe(false)
  })
})
