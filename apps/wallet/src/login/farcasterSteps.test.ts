import { ceremonyStateCall } from '@foyer/custody/keeperCalls'
import { proveSocialCall } from '@foyer/custody/proveSocialCall'
import { beginSocialCall, finishSocialCall, openChannelCall, pollChannelCall } from '@foyer/login/socialCalls'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { site } from '../test/testFrame.js'
import { hold, lost, ownTimers, realTimers, refusing, testLogin, until } from '../test/testLogin.js'
import { createJoining } from './joining.js'
import { createSocialLogin } from './social.js'

const signed = { message: 'a message', signature: '0x00', userName: 'ada' }
const never = () => new AbortController().signal
const over = { sentence: 'error.socialOver' }
const waits = { sentence: 'error.stillWaiting' }

afterEach(realTimers)

async function stand() {
  const device = await testLogin()
  const { farcaster } = createSocialLogin(device.parameters)
  return { ...device, farcaster, polls: () => device.askedOf(pollChannelCall.path) }
}

/** A login whose channel is open. */
async function begun() {
  const device = await stand()
  await device.farcaster.begin()
  return device
}

describe('a login at Farcaster', () => {
  test('[S1.3] begins for the site and opens a channel of its own, whose address the telephone opens', async () => {
    const { farcaster, askedOf } = await stand()
    expect(await farcaster.begin()).toBe('https://farcaster.test/~/siwf')
    const [asked] = askedOf(beginSocialCall.path)
    expect(asked).toEqual({ social: expect.any(String), provider: 'farcaster', projectId: 'shop', site })
    expect(askedOf(openChannelCall.path)).toEqual([{ social: asked?.social }])
  })

  test('[S7.39] opens the wallet by what was signed, and counts once', async () => {
    const { farcaster, scripted, store, polls, askedOf } = await begun()
    scripted.state.signed = { ...signed, userName: null }
    expect(await farcaster.finish(never())).toBe('')
    const [social] = askedOf(beginSocialCall.path).map((asked) => asked.social)
    expect(polls()).toEqual([{ social, channel: 'channel1' }])
    expect(askedOf(proveSocialCall.path)).toMatchObject([{ social, provider: 'farcaster', site }])
    expect(askedOf(finishSocialCall.path)).toMatchObject([{ social }])
    expect(store.get()).toMatchObject({ user: scripted.social, ceremony: null })
    await expect(farcaster.finish(never())).rejects.toMatchObject(over)
  })

  test('isn’t waited for where none was begun', async () => {
    const { farcaster, asked } = await stand()
    await expect(farcaster.finish(never())).rejects.toMatchObject(over)
    expect(asked).toEqual([])
  })

  test('is asked after every two seconds until it was signed', async () => {
    const { farcaster, scripted, polls } = await begun()
    const isWaiting = ownTimers()
    const finished = farcaster.finish(never())
    await until(() => isWaiting(2_000))
    scripted.state.signed = signed
    await vi.advanceTimersByTimeAsync(1_999)
    expect(polls()).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(1)
    expect(await finished).toBe('ada')
    expect(polls()).toHaveLength(2)
  })

  test('is over half an hour after it began', async () => {
    const { farcaster, clock, polls } = await begun()
    clock.now += 1_800_000
    await expect(farcaster.finish(never())).rejects.toMatchObject(over)
    expect(polls()).toEqual([])
    await farcaster.begin()
    clock.now += 1_799_999
    const isWaiting = ownTimers()
    const said = expect(farcaster.finish(never())).rejects.toMatchObject(over)
    await until(() => isWaiting(2_000))
    clock.now += 1
    await vi.advanceTimersByTimeAsync(2_000)
    await said
    expect(polls()).toHaveLength(1)
  })

  test('that its application left is still there, and is opened by the next who asks', async () => {
    const { farcaster, scripted, polls } = await begun()
    const leaving = new AbortController()
    leaving.abort()
    await expect(farcaster.finish(leaving.signal)).rejects.toMatchObject(waits)
    expect(polls()).toHaveLength(1)
    scripted.state.signed = signed
    expect(await farcaster.finish(never())).toBe('ada')
  })

  test('that was left while the keeper was asked opens nothing, and isn’t proved again', async () => {
    const device = await begun()
    const { farcaster, scripted } = device
    scripted.state.signed = signed
    const state = hold(device, ceremonyStateCall.path)
    const leaving = new AbortController()
    const said = expect(farcaster.finish(leaving.signal)).rejects.toMatchObject(waits)
    await expect.poll(state.count).toBe(1)
    leaving.abort()
    await said
    device.instead.clear()
    expect(await farcaster.finish(never())).toBe('ada')
    expect(scripted.proofs).toHaveLength(1)
  })

  test('that the servers refuse is over; one that they can’t be reached for isn’t', async () => {
    const { farcaster, scripted, instead } = await begun()
    scripted.state.signed = signed
    instead.set(proveSocialCall.path, lost)
    await expect(farcaster.finish(never())).rejects.toMatchObject({ sentence: 'error.unreachable' })
    instead.set(proveSocialCall.path, refusing('social_refused'))
    await expect(farcaster.finish(never())).rejects.toMatchObject({ refusal: 'social_refused' })
    instead.clear()
    await expect(farcaster.finish(never())).rejects.toMatchObject(over)
  })
})

describe('a login at Farcaster that is begun anew', () => {
  test('is waited for in the place of the one before', async () => {
    const device = await begun()
    const { farcaster, scripted } = device
    const poll = hold(device, pollChannelCall.path)
    const said = expect(farcaster.finish(never())).rejects.toMatchObject(waits)
    await expect.poll(poll.count).toBe(1)
    await farcaster.begin()
    poll.letGo()
    await said
    device.instead.clear()
    scripted.state.signed = signed
    expect(await farcaster.finish(never())).toBe('ada')
  })

  test.each([
    ['opens', undefined],
    ['is refused', refusing('social_unknown', 404)],
  ])('is still there once the one before %s, whose last question was on its way', async (_, answer) => {
    const device = await begun()
    const { farcaster, scripted } = device
    scripted.state.signed = signed
    const ending = hold(device, finishSocialCall.path)
    const first = farcaster.finish(never()).catch((error: unknown) => error)
    await expect.poll(ending.count).toBe(1)
    await farcaster.begin()
    ending.letGo(answer)
    expect(await first).toEqual(answer ? expect.objectContaining({ refusal: 'social_unknown' }) : 'ada')
    device.instead.clear()
    expect(await farcaster.finish(never())).toBe('ada')
  })
})

test('who asks for the same while it goes on has its answer, and who asks later another', async () => {
  const joined = createJoining<number>()
  const [one, other] = [{}, {}]
  let done = 0
  const work = async () => {
    done += 1
    return done
  }
  expect(await Promise.all([joined(one, work), joined(one, work), joined(other, work)])).toEqual([1, 1, 2])
  expect(await joined(one, work)).toBe(3)
  const failing = () => Promise.reject(new Error('it failed'))
  await expect(joined(one, failing)).rejects.toThrow('it failed')
  expect(await joined(one, work)).toBe(4)
})
