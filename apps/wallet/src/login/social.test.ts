import { encodeBytes, randomBytes } from '@foyer/custody/bytes'
import { proveSocialCall } from '@foyer/custody/proveSocialCall'
import { exportPublicKey } from '@foyer/custody/sealedBox'
import { socialHash, verifierOf, vouchFor } from '@foyer/custody/social'
import {
  answerSocialCall,
  beginSocialCall,
  exchangeSocialCall,
  finishSocialCall,
  pollSocialCall,
  showSocialCall,
} from '@foyer/login/socialCalls'
import { challengeOf, type SocialAnswer } from '@foyer/login/socialWindow'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { addressIn, seal } from '../exchange/letters.js'
import { memoryDatabase, site } from '../test/testFrame.js'
import { hold, lost, otherBrowser, ownTimers, realTimers, type TestLogin, testLogin, until } from '../test/testLogin.js'
import { createSocialLogin } from './social.js'

afterEach(realTimers)

const never = () => new AbortController().signal

async function stand(options: Parameters<typeof testLogin>[0] = {}) {
  const device = await testLogin(options)
  return { ...device, social: createSocialLogin(device.parameters) }
}

/** The window says this to the frame that opened it. */
async function say({ scripted }: Pick<TestLogin, 'scripted'>, uri: string, answer: SocialAnswer): Promise<void> {
  const address = addressIn(new URL(uri).hash)
  const { servers } = await otherBrowser(scripted)
  const said = await seal(address, 'said', answer)
  await servers.signed(answerSocialCall, { social: address.id, said })
}

/** The provider has led the window back with a code. */
async function bringCode(device: Pick<TestLogin, 'scripted'>, uri: string, code = 'the code') {
  const { keys } = await otherBrowser(device.scripted)
  const vouch = await vouchFor({ keys, hash: encodeBytes(randomBytes(32)) })
  await say(device, uri, { code, vouch })
  return vouch
}

const hashOf = async ({ store }: Pick<TestLogin, 'store'>, social: string) =>
  socialHash({ social, device: encodeBytes(await exportPublicKey(store.get().keys.publicKey)) })

describe('a login at a provider that begins', () => {
  test.each(['farcaster', 'myspace', ''])(
    'isn’t one at %j, which is refused before a server is asked',
    async (named) => {
      const { social, asked, store } = await stand()
      await expect(social.begin(named)).rejects.toMatchObject({ sentence: 'error.socialOff', rpcCode: 4200 })
      expect([asked, store.get().social]).toEqual([[], null])
    },
  )

  test('[S1.3] tells the login server who asks, and has the window’s address of this device’s hash and challenge', async () => {
    const device = await stand()
    const uri = new URL(await device.social.begin('google'))
    const { social } = device.store.get()
    const { id, key } = social?.address ?? expect.fail('Nothing is kept.')
    expect(device.askedOf(beginSocialCall.path)).toEqual([{ social: id, provider: 'google', projectId: 'shop', site }])
    const hash = await hashOf(device, id)
    const challenge = await challengeOf(await verifierOf({ secret: social?.secret ?? '', hash }))
    expect(uri.href).toBe(`https://wallet.example/social?lang=en#${id}.${key}.${hash}.${challenge}`)
    expect(social).toEqual({ address: { id, key }, provider: 'google', secret: expect.stringMatching(/^[\w-]{43}$/) })
  })

  test('and that the login server refuses is not kept', async () => {
    const device = await stand()
    device.scripted.state.refusal = { status: 403, code: 'social_off' }
    await expect(device.social.begin('x')).rejects.toMatchObject({ refusal: 'social_off' })
    expect(device.store.get().social).toBeNull()
  })
})

describe('a login at a provider that the window has seen through', () => {
  test('[S7.39] opens the wallet by a code that the login server exchanges, and begins the session', async () => {
    const device = await stand()
    const uri = await device.social.begin('google')
    const { id } = addressIn(new URL(uri).hash)
    const { secret = '' } = device.store.get().social ?? {}
    const vouch = await bringCode(device, uri)
    await device.social.finish(uri, never())
    const verifier = await verifierOf({ secret, hash: await hashOf(device, id) })
    expect(device.askedOf(exchangeSocialCall.path)).toEqual([{ social: id, code: 'the code', verifier }])
    expect(device.scripted.proofs).toEqual([{ idToken: `for the code with ${verifier}`, vouch }])
    // What it has exchanged itself it isn't shown.
    expect(device.scripted.shown).toEqual([])
    expect(device.askedOf(proveSocialCall.path)).toMatchObject([
      { social: id, provider: 'google', site, language: 'en' },
    ])
    expect(device.askedOf(finishSocialCall.path)).toMatchObject([{ social: id, keepsIn: 'cookie' }])
    const { user, wallet, ceremony, social } = device.store.get()
    expect([user, ceremony, social]).toEqual([device.scripted.social, null, null])
    expect(wallet?.person).toBe(device.scripted.social.person)
    expect(await device.session.token()).toBe(`token ${device.scripted.social.person}`)
  })

  test.each(['github', 'x', 'discord', 'facebook'])(
    '[F7] sends a code of %s with its secret to the keeper, and shows the login server the keeper’s token',
    async (provider) => {
      const device = await stand()
      const uri = await device.social.begin(provider)
      const { secret } = device.store.get().social ?? {}
      const vouch = await bringCode(device, uri)
      await device.social.finish(uri, never())
      expect(device.scripted.proofs).toEqual([{ code: 'the code', secret, vouch }])
      const social = addressIn(new URL(uri).hash).id
      expect(device.askedOf(showSocialCall.path)).toEqual([{ social, token: 'token for the code' }])
      expect(device.askedOf(exchangeSocialCall.path)).toEqual([])
    },
  )

  test('shows both servers what Apple has signed', async () => {
    const device = await stand()
    const uri = await device.social.begin('apple')
    const { keys } = await otherBrowser(device.scripted)
    const vouch = await vouchFor({ keys, hash: encodeBytes(randomBytes(32)) })
    await say(device, uri, { idToken: 'signed', vouch })
    await device.social.finish(uri, never())
    expect(device.scripted.proofs).toEqual([{ idToken: 'signed', vouch }])
    expect(device.scripted.shown).toEqual(['signed'])
  })

  test('is asked after once a second at most, by questions that wait, until the window has said something', async () => {
    const device = await stand()
    const uri = await device.social.begin('google')
    const isWaiting = ownTimers()
    const finished = device.social.finish(uri, never())
    const polls = () => device.askedOf(pollSocialCall.path)
    await until(() => isWaiting(1_000) && device.scripted.calls.at(-1)?.id === pollSocialCall.path)
    await vi.advanceTimersByTimeAsync(999)
    await bringCode(device, uri)
    expect(polls()).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(1)
    await finished
    const { id } = addressIn(new URL(uri).hash)
    expect(polls()).toEqual([1, 2].map(() => ({ social: id, waits: true })))
  })

  test('that is asked for twice at once is proved and finished once', async () => {
    const device = await stand()
    const uri = await device.social.begin('google')
    await bringCode(device, uri)
    await Promise.all([1, 2].map(() => device.social.finish(uri, never())))
    expect([device.scripted.proofs.length, device.askedOf(finishSocialCall.path).length]).toEqual([1, 1])
  })

  test('counts once', async () => {
    const device = await stand()
    const uri = await device.social.begin('google')
    await bringCode(device, uri)
    await device.social.finish(uri, never())
    await expect(device.social.finish(uri, never())).rejects.toMatchObject({ sentence: 'error.socialOver' })
  })
})

describe('whose login it is', () => {
  test('a page that was loaded anew takes it up by the window’s address', async () => {
    const database = memoryDatabase()
    const device = await stand({ database })
    const uri = await device.social.begin('github')
    await bringCode(device, uri)
    const again = await stand({ database, servers: device.scripted })
    await again.social.finish(uri, never())
    expect(again.store.get().user).toEqual(device.scripted.social)
  })

  test('one that wasn’t begun here is over, also beside one that was, in this page and in one that was loaded anew', async () => {
    const database = memoryDatabase()
    const nobody = await stand()
    const other = await nobody.social.begin('google')
    const device = await stand({ servers: nobody.scripted, database })
    const over = { sentence: 'error.socialOver' }
    await expect(device.social.finish(other, never())).rejects.toMatchObject(over)
    await device.social.begin('google')
    await bringCode(device, other)
    await expect(device.social.finish(other, never())).rejects.toMatchObject(over)
    const again = await stand({ servers: nobody.scripted, database })
    await expect(again.social.finish(other, never())).rejects.toMatchObject(over)
    expect(device.askedOf(pollSocialCall.path)).toEqual([])
  })

  test('of two that were begun the later is waited for, and the first is over', async () => {
    const device = await stand()
    const first = await device.social.begin('google')
    const second = await device.social.begin('github')
    await bringCode(device, second)
    await expect(device.social.finish(first, never())).rejects.toMatchObject({ sentence: 'error.socialOver' })
    await device.social.finish(second, never())
    expect(device.scripted.proofs).toMatchObject([{ code: 'the code' }])
  })

  test('another tab’s later login doesn’t take this page’s away', async () => {
    const database = memoryDatabase()
    const device = await stand({ database })
    const uri = await device.social.begin('google')
    const tab = await stand({ database, servers: device.scripted })
    await tab.social.begin('x')
    await device.store.refresh()
    await bringCode(device, uri)
    await device.social.finish(uri, never())
    expect(device.store.get().user).toEqual(device.scripted.social)
  })
})

describe('a login at a provider that fails', () => {
  test.each([
    ['access_denied', 'error.socialDenied', 4001],
    ['user_cancelled_authorize', 'error.socialDenied', 4001],
    ['server_error', 'error.socialFailed', undefined],
  ])('by the provider’s %s says %s, and is over', async (error, sentence, rpcCode) => {
    const device = await stand()
    const uri = await device.social.begin('google')
    await say(device, uri, { error })
    await expect(device.social.finish(uri, never())).rejects.toMatchObject({ sentence, rpcCode })
    expect(device.store.get().social).toBeNull()
    const polls = device.askedOf(pollSocialCall.path).length
    await expect(device.social.finish(uri, never())).rejects.toMatchObject({ sentence: 'error.socialOver' })
    expect([device.askedOf(pollSocialCall.path).length, device.store.get().user]).toEqual([polls, null])
  })

  test.each([
    ['the keeper', proveSocialCall.path, 'github'],
    ['the login server', exchangeSocialCall.path, 'google'],
  ])('because %s can’t be reached is taken up where it is asked for again', async (_, path, provider) => {
    const device = await stand()
    const uri = await device.social.begin(provider)
    await bringCode(device, uri)
    device.instead.set(path, lost)
    await expect(device.social.finish(uri, never())).rejects.toMatchObject({ sentence: 'error.unreachable' })
    expect(device.store.get().social).not.toBeNull()
    device.instead.clear()
    await device.social.finish(uri, never())
    expect(device.store.get().user).toEqual(device.scripted.social)
  })

  test('after the keeper was proved the account isn’t proved again: the same code counts once', async () => {
    const device = await stand()
    const uri = await device.social.begin('github')
    await bringCode(device, uri)
    device.instead.set(finishSocialCall.path, lost)
    await expect(device.social.finish(uri, never())).rejects.toMatchObject({ sentence: 'error.unreachable' })
    device.instead.clear()
    await device.social.finish(uri, never())
    expect([device.scripted.proofs.length, device.scripted.shown.length]).toEqual([1, 1])
    expect(device.store.get().user).toEqual(device.scripted.social)
  })

  test('because the application no longer waits says that it waits, and goes on where it is asked for again', async () => {
    const device = await stand()
    const uri = await device.social.begin('google')
    const leaving = new AbortController()
    device.anyway.add(pollSocialCall.path)
    device.instead.set(pollSocialCall.path, (next) => {
      leaving.abort()
      return next()
    })
    await expect(device.social.finish(uri, leaving.signal)).rejects.toMatchObject({ sentence: 'error.stillWaiting' })
    expect(device.askedOf(pollSocialCall.path)).toHaveLength(1)
    device.instead.clear()
    await bringCode(device, uri)
    await device.social.finish(uri, never())
    expect(device.store.get().user).toEqual(device.scripted.social)
  })

  test('because the application left a question that hangs ends with it, and goes on where it is asked for again', async () => {
    const device = await stand()
    const uri = await device.social.begin('google')
    const poll = hold(device, pollSocialCall.path)
    const leaving = new AbortController()
    const finished = device.social.finish(uri, leaving.signal)
    await expect.poll(poll.count).toBe(1)
    leaving.abort()
    await expect(finished).rejects.toMatchObject({ sentence: 'error.unreachable' })
    device.instead.clear()
    await bringCode(device, uri)
    await device.social.finish(uri, never())
    expect(device.scripted.proofs).toHaveLength(1)
  })
})
