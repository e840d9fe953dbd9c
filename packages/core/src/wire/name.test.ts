import * as fc from 'fast-check'
import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import * as wire from './index.js'

const record = {
  name: 'alice.foyer.id',
  registered: 1_767_225_600,
  updated: 1_767_225_600,
  addresses: { '2147483649': { address: `0x${'ab'.repeat(20)}`, created: '2026-01-01T00:00:00.000Z' } },
  attributes: [{ bio: 'Hello.' }],
}

const body = {
  coin_type: 2147483649,
  address: `0x${'ab'.repeat(20)}`,
  message: '{}',
  signature: `0x${'ab'.repeat(65)}`,
}

describe('names on the wire', () => {
  test('[S7.14 S7.15] a record has name, times, addresses and attributes', () => {
    expect(v.parse(wire.NameRecord, record)).toEqual(record)
    for (const field of Object.keys(record))
      expect(v.is(wire.NameRecord, { ...record, [field]: undefined })).toBe(false)
    expect(v.is(wire.NamesReply, [record, record])).toBe(true)
    expect(v.is(wire.NameRecord, { ...record, registered: 1.5 })).toBe(false)
  })

  test('[S3.21 S7.16] a suggestion has a name, and says whether it is taken', () => {
    const reply = { suggestions: [{ name: 'alice.foyer.id', registered: true }] }
    expect(v.parse(wire.SuggestionsReply, reply)).toEqual(reply)
    expect(v.is(wire.SuggestionsReply, { suggestions: [{ registered: true }] })).toBe(false)
    expect(v.is(wire.suggestionsCall.query, {})).toBe(false)
  })

  test('[S7.17] a registration has coin_type, address, message and signature', () => {
    expect(v.parse(wire.RegistrationBody, body)).toEqual(body)
    for (const field of Object.keys(body))
      expect(v.is(wire.RegistrationBody, { ...body, [field]: undefined })).toBe(false)
  })

  test.each([
    ['coin_type', -1],
    ['coin_type', 4294967296],
    ['address', 'abab'],
    ['signature', '0x'],
    ['signature', `0x${'a'.repeat(101)}`],
    ['signature', `0x${'ab'.repeat(20_000)}`],
    ['message', ''],
    ['message', 'x'.repeat(5000)],
  ])('[S7.17] not with a wrong %s', (field, value) => {
    expect(v.is(wire.RegistrationBody, { ...body, [field]: value })).toBe(false)
  })

  test('what is signed has its time as a whole number, and nothing that is unknown', () => {
    const message = { name: 'alice.foyer.id', attributes: {}, timestamp: 1_767_225_600 }
    expect(v.is(wire.RegistrationMessage, message)).toBe(true)
    expect(v.is(wire.RegistrationMessage, { ...message, domain: 'dapp.example', project: 'demo' })).toBe(true)
    expect(v.is(wire.RegistrationMessage, { ...message, timestamp: 1_767_225_600.5 })).toBe(false)
    expect(v.is(wire.RegistrationMessage, { ...message, timestamp: '1767225600' })).toBe(false)
    expect(v.is(wire.RegistrationMessage, { ...message, owner: 'x' })).toBe(false)
    expect(v.is(wire.RegistrationMessage, { ...message, attributes: { admin: true } })).toBe(false)
    expect(v.is(wire.RegistrationMessage, { ...message, attributes: { bio: 'a\u0000b' } })).toBe(false)
    expect(v.is(wire.RegistrationMessage, { ...message, attributes: { bio: 'a\ud800' } })).toBe(false)
    expect(v.is(wire.RegistrationMessage, { ...message, attributes: { bio: 'Grüße 👋' } })).toBe(true)
    expect(v.is(wire.RegistrationMessage, { ...message, attributes: { avatar: 'javascript:alert(1)' } })).toBe(false)
    expect(v.is(wire.RegistrationMessage, { ...message, attributes: { avatar: 'ipfs://bafy/1.png' } })).toBe(true)
    expect(v.is(wire.RegistrationMessage, { ...message, project: 'a\u0000' })).toBe(false)
  })

  test('no schema is thrown by, whatever comes', () => {
    const schemas = [
      wire.NameRecord,
      wire.NamesReply,
      wire.SuggestionsReply,
      wire.RegistrationBody,
      wire.RegistrationMessage,
      wire.GatewayBody,
      wire.GatewayReply,
    ]
    fc.assert(
      fc.property(fc.constantFrom(...schemas), fc.anything(), (schema, anything) => {
        expect(typeof v.safeParse(schema, anything).success).toBe('boolean')
      }),
    )
  })
})
