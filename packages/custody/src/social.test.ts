import { expect, test } from 'vitest'
import { encodeBytes, newId, randomBytes } from './bytes.js'
import { emailOf, personOf, providerOf, SocialName } from './person.js'
import { createSigningKeys, signBody } from './signed.js'
import { isVouchFor, nonceOf, vouchFor } from './social.js'

test('a mailbox and an account with the same address are two persons, and each says which it is', () => {
  const email = 'ada@mail.example'
  const ofMail = personOf({ email })
  expect([ofMail, emailOf(ofMail), providerOf(ofMail)]).toEqual(['email:ada@mail.example', email, null])
  for (const provider of SocialName.options) {
    const account = personOf({ provider, subject: email })
    expect([account, emailOf(account), providerOf(account)]).toEqual([`${provider}:${email}`, null, provider])
  }
  // What only contains how another begins is no other.
  const subject = 'email:google:'
  expect([emailOf(personOf({ provider: 'x', subject })), providerOf(personOf({ provider: 'x', subject }))]).toEqual([
    null,
    'x',
  ])
})

test('a browser’s word for a login at a provider is of that login, and of no call that it has signed', async () => {
  const keys = await createSigningKeys()
  const [hash, another] = [encodeBytes(randomBytes(32)), encodeBytes(randomBytes(32))]
  const body = await vouchFor({ keys, hash })
  expect(JSON.parse(body.text)).toEqual({})
  expect(await isVouchFor({ body, hash })).toBe(true)
  expect(await isVouchFor({ body, hash: another })).toBe(false)
  // A login's hash that is put in is signed by nobody.
  expect(await isVouchFor({ body: { ...body, nonce: another }, hash: another })).toBe(false)
  const call = await signBody({ keys, call: 'openDoor', nonce: hash, payload: {} })
  expect(await isVouchFor({ body: call, hash })).toBe(false)
})

test('a hash goes as a nonce of letters and digits, each of its bytes in two', () => {
  expect(nonceOf(encodeBytes(Uint8Array.of(0, 7, 16, 171, 255)))).toBe('000710abff')
  expect(nonceOf(newId())).toMatch(/^[0-9a-f]{32}$/)
})
