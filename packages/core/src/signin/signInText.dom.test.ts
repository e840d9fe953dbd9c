import { describe, expect, test } from 'vitest'
import { chooseAccount } from '../connection/index.js'
import { contextOf } from '../context.js'
import { bitcoin, mainnet } from '../networks/known.js'
import { localSiwx } from './builtInSiwx.js'
import { showSignInText, signIn, signOut } from './signIn.js'
import { canVerify, verifySigned } from './signInRoom.js'
import { alice, bob, memorySiwx, type SigningKit, signatureOf, signingKit } from './test/signingKit.js'

/** A kit whose account has connected and has to sign in. */
async function askedKit(options: Parameters<typeof signingKit>[0] = {}): Promise<SigningKit> {
  const kit = signingKit(options)
  await kit.connect()
  await kit.reached('signedOut')
  return kit
}
const stateOf = (kit: SigningKit) => kit.room().state.get()

describe('a text', () => {
  test('the text that is shown says when it ends; it isn’t there for another account, nor signed a second time', async () => {
    const kit = await askedKit({ siwx: localSiwx({ required: false, expiresInMs: 600_000 }) })
    const signedOut = () => {
      const state = stateOf(kit)
      return state.status === 'signedOut' ? state : undefined
    }
    const issuedAt = kit.clock.now()
    await showSignInText(kit.foyer)
    expect(signedOut()?.text).toMatchObject({ expiresAt: issuedAt + 600_000 })
    const ofAlice = signedOut()?.text?.message
    chooseAccount(kit.foyer, { family: 'eip155', address: bob })
    await kit.until(() => signedOut()?.account.address === bob)
    expect(signedOut()).not.toHaveProperty('text')
    await showSignInText(kit.foyer)
    expect(signedOut()?.text?.message).toContain(bob)
    await signIn(kit.foyer)
    expect(kit.signer.messages).not.toContain(ofAlice)
    // Signed out and in again at once: another nonce, though the former text would still be fresh.
    await signOut(kit.foyer)
    expect(signedOut()).not.toHaveProperty('text')
    await signIn(kit.foyer)
    expect(new Set(kit.signer.messages).size).toBe(2)
    // Where the visitor is signed in there is no text to show.
    const before = stateOf(kit)
    await showSignInText(kit.foyer)
    expect(stateOf(kit)).toBe(before)
  })

  test('a text that was asked for before the account was switched isn’t shown for the next', async () => {
    const siwx = memorySiwx()
    const kit = await askedKit({ siwx })
    const { createMessage } = siwx
    for (const isBroken of [false, true]) {
      let answer = () => {}
      siwx.createMessage = async (request) => {
        await new Promise<void>((resolve) => {
          answer = resolve
        })
        if (isBroken) throw new Error('down')
        return createMessage(request)
      }
      const showing = showSignInText(kit.foyer)
      await kit.clock.advance(0)
      chooseAccount(kit.foyer, { family: 'eip155', address: isBroken ? alice : bob })
      await kit.reached('signedOut')
      answer()
      await showing
      expect(stateOf(kit)).toMatchObject({ status: 'signedOut', account: { address: isBroken ? alice : bob } })
      expect(stateOf(kit)).not.toHaveProperty('text')
      expect(stateOf(kit)).not.toHaveProperty('notice')
    }
    expect(kit.errors).toMatchObject([{ message: expect.any(String) }])
  })
})

describe('[X10] a signature', () => {
  const signed = { address: alice, message: 'm', signature: signatureOf({ address: alice, message: 'm' }) }

  test('is verified by the adapter of its own family', async () => {
    const context = contextOf(signingKit().foyer)
    const solanaId = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'
    expect(await verifySigned(context, { ...signed, networkId: 'eip155:1' })).toBe(true)
    expect(await verifySigned(context, { ...signed, networkId: 'eip155:1', address: bob })).toBe(false)
    expect(await verifySigned(context, { ...signed, networkId: solanaId })).toBe(true)
    expect(await canVerify(context, 'eip155:1')).toBe(true)
    expect(await canVerify(context, 'bip122:000000000019d6689c085ae165831e93')).toBe(false)
    expect(await canVerify(context, 'cosmos:hub')).toBe(false)
    expect(await canVerify(context, '')).toBe(false)
  })

  test('of a network that isn’t configured, or a family that can’t verify, is nobody’s', async () => {
    const context = contextOf(signingKit({ networks: [mainnet, bitcoin] }).foyer)
    await expect(verifySigned(context, { ...signed, networkId: 'eip155:10' })).rejects.toMatchObject({
      code: 'network_not_configured',
      facts: { networkId: 'eip155:10' },
    })
    await expect(verifySigned(context, { ...signed, networkId: bitcoin.caipNetworkId })).rejects.toMatchObject({
      code: 'adapter_not_found',
      facts: { family: 'bip122' },
    })
  })
})
