import { describe, expect, test } from 'vitest'
import { address, authPayload, createSignInWorld, methods, type Scanned, sign } from '../../signin/test/signIn.js'
import type { SignedMessage } from './checkAuthentication.js'
import type { Cacao } from './message.js'
import { formatRecap, recapFor } from './recap.js'

const minute = 60_000

describe('[W11] what was signed counts only where it is what was asked for', () => {
  const other = 'eip155:5'
  const recapOf = (asked: readonly string[], chains?: readonly string[]) =>
    formatRecap(recapFor({ family: 'eip155', methods: asked, chains }))
  test.each<[string, (cacao: Cacao) => { p?: Partial<Cacao['p']>; s?: Partial<Cacao['s']> }, string]>([
    ['another nonce', () => ({ p: { nonce: 'other' } }), 'nonce'],
    ['another domain', () => ({ p: { domain: 'evil.example' } }), 'domain'],
    ['another page', () => ({ p: { aud: 'https://evil.example' } }), 'aud'],
    ['another version', () => ({ p: { version: '2' } }), 'version'],
    ['another time', () => ({ p: { iat: '2023-11-13T00:00:00Z' } }), 'iat'],
    ['an end that wasn’t asked for', () => ({ p: { exp: '2999-01-01T00:00:00Z' } }), 'exp'],
    ['a chain that wasn’t asked for', () => ({ p: { iss: `did:pkh:${other}:${address}` } }), 'iss'],
    ['no chain', () => ({ p: { iss: `did:key:${address}` } }), 'iss'],
    ['another account than the one that signed', () => ({ p: { iss: `did:pkh:eip155:10:0x${'1'.repeat(40)}` } }), 's'],
    ['another statement', () => ({ p: { statement: 'Goodbye.' } }), 'statement'],
    ['no statement', () => ({ p: { statement: undefined } }), 'statement'],
    ['a signature that doesn’t hold', () => ({ s: { s: '0x00' } }), 's'],
    [
      'a method that wasn’t asked for',
      () => ({ p: { resources: ['https://dapp.example/terms', recapOf(['eth_sign'])] } }),
      'resources',
    ],
    [
      'a grant for a chain that wasn’t asked for',
      () => ({ p: { resources: ['https://dapp.example/terms', recapOf(methods, [other])] } }),
      'resources',
    ],
    ['resources of its own', () => ({ p: { resources: ['https://evil.example', recapOf(methods)] } }), 'resources'],
    [
      'a ReCap that can’t be read',
      () => ({ p: { resources: ['https://dapp.example/terms', 'urn:recap:?'] } }),
      'resources',
    ],
    [
      'a ReCap that its words don’t say',
      ({ p }) => ({
        p: { resources: ['https://dapp.example/terms', recapOf(['personal_sign'])], statement: p.statement },
      }),
      's',
    ],
  ])('%s', async (_name, change, field) => {
    const { offered, scanned, clock, dapp, wasTold } = await createSignInWorld()
    const { outcome, uri } = await offered()
    const wallet = await scanned(uri)
    // The first chain's is as it should be: each has to be.
    const [first, second] = sign(wallet)
    if (!first || !second) throw new Error('Two are asked for.')
    const changes = change(second)
    await wallet.signed([first, { ...second, p: { ...second.p, ...changes.p }, s: { ...second.s, ...changes.s } }])
    await expect(clock.until(outcome)).rejects.toMatchObject({ code: 'invalid_authentication', field })
    await clock.untilTrue(() => wasTold(wallet.sessionTopic))
    expect(await dapp.client.sessions()).toEqual([])
  })

  test('a sentence of the ReCap may stand in the statement, and then says the same', async () => {
    const { offered, scanned, clock } = await createSignInWorld()
    const { outcome, uri } = await offered()
    const wallet = await scanned(uri)
    const words =
      "Hello. I further authorize the stated URI to perform the following actions on my behalf: (1) 'request': 'eth_sendTransaction', 'personal_sign' for 'eip155'."
    await wallet.signed(sign(wallet).map((each) => ({ ...each, p: { ...each.p, statement: words } })))
    expect((await clock.until(outcome)).session).toBeDefined()
  })

  test.each([
    ['exp', { exp: '2023-11-14T22:00:00Z' }],
    ['nbf', { nbf: '2999-01-01T00:00:00Z' }],
    ['exp', { exp: 'never' }],
  ])('in its time: %s', async (field, times) => {
    const { asked, clock, wallet } = await createSignInWorld()
    const { outcome, authentication } = await asked({ authPayload: { ...authPayload, ...times } })
    const cacaos = sign(authentication)
    await clock.until(wallet.approveAuthentication({ id: authentication.id, cacaos }))
    await expect(clock.until(outcome)).rejects.toMatchObject({ code: 'invalid_authentication', field })
    await clock.untilTrue(() => wallet.sessions().length === 0)
  })

  test('whoever verifies is shown the text, and has an end', async () => {
    const { asked, clock, wallet, dapp } = await createSignInWorld()
    const shown: SignedMessage[] = []
    const { outcome, authentication } = await asked({
      verify: (signed) => {
        shown.push(signed)
        return new Promise(() => {})
      },
    })
    const cacaos = sign(authentication)
    await clock.until(wallet.approveAuthentication({ id: authentication.id, cacaos }))
    await expect(clock.until(outcome, minute)).rejects.toMatchObject({ code: 'settlement_unusable' })
    expect(shown.map(({ chainId, address: by, type }) => [chainId, by, type])).toEqual([
      ['eip155:1', address, 'eip191'],
      ['eip155:10', address, 'eip191'],
    ])
    await clock.untilTrue(() => wallet.sessions().length === 0)
    expect(await dapp.client.sessions()).toEqual([])
  })

  test.each<[string, (wallet: Scanned) => unknown]>([
    ['no signature at all', ({ responder }) => ({ cacaos: [], responder })],
    ['nothing', () => true],
    [
      'another’s key',
      (wallet) => ({ cacaos: sign(wallet), responder: { ...wallet.responder, publicKey: '9'.repeat(64) } }),
    ],
  ])('an answer with %s isn’t one', async (_name, result) => {
    const { offered, scanned, clock, wasTold } = await createSignInWorld()
    const { outcome, uri } = await offered()
    const wallet = await scanned(uri)
    await wallet.answer({ result: result(wallet) })
    await expect(clock.until(outcome)).rejects.toMatchObject({ code: 'settlement_unusable' })
    await clock.untilTrue(() => wasTold(wallet.sessionTopic))
  })

  test('a sign-in of before is none: its nonce isn’t the one that is asked for', async () => {
    const { offered, scanned, clock } = await createSignInWorld()
    const before = await offered()
    const cacaos = sign(await scanned(before.uri))
    before.abort()
    const { outcome, uri } = await offered({ authPayload: { ...authPayload, nonce: 'another1' } })
    await (await scanned(uri)).signed(cacaos)
    await expect(clock.until(outcome)).rejects.toMatchObject({ field: 'nonce' })
  })
})
