import { AbortedError, FoyerError } from '@foyer/core/errors'
import { describe, expect, test } from 'vitest'
import { settle, standing, withFrames } from '../test/withFrames.js'

const { made } = withFrames()

const sign = { method: 'personal_sign', params: [] } as const

describe('a request', () => {
  test('that was called off before is never asked, and one that waits for the page no more once it is', async () => {
    const { frame, page } = made({ loads: false })
    const before = frame.request('GET_CHAIN_ID', undefined, AbortSignal.abort())
    expect(await standing(before)).toBeInstanceOf(AbortedError)
    const controller = new AbortController()
    const waits = frame.request('SYNC_THEME', {}, controller.signal)
    await settle()
    controller.abort('enough')
    expect(await standing(waits)).toMatchObject({ code: 'aborted', cause: 'enough' })
    await page.sayReady()
    await settle()
    expect(page.asked).toEqual([])
  })

  test('ends with the kit’s own error where it was called off by one', async () => {
    const { frame } = made()
    await settle()
    const controller = new AbortController()
    const asked = frame.request('RPC_REQUEST', sign, controller.signal)
    await settle()
    const reason = new AbortedError()
    controller.abort(reason)
    expect(await standing(asked)).toBe(reason)
  })

  test('that ends leaves no clock running and no listener on its signal', async () => {
    const { frame, clock } = made({ answer: () => undefined })
    const controller = new AbortController()
    await frame.request('CONNECT_OTP', { otp: '1' }, controller.signal)
    controller.abort()
    clock.advance(60_000)
    await settle()
    expect(frame.isOver()).toBe(false)
    expect(clock.pending).toBe(0)
  })

  test('that is answered isn’t called off at the page, whatever its signal says later; one that isn’t signed for has no word', async () => {
    const { frame, page } = made({ answer: ({ name }) => (name === 'SIGN_OUT' ? undefined : new Promise(() => {})) })
    const controller = new AbortController()
    await frame.request('SIGN_OUT', undefined, controller.signal)
    controller.abort()
    await settle()
    expect(page.cancelled).toEqual([])
  })

  test('of an original’s page is called off here alone', async () => {
    const { frame, page } = made({ isOwn: false })
    const controller = new AbortController()
    const asked = frame.request('RPC_REQUEST', sign, controller.signal)
    await settle()
    controller.abort()
    expect(await standing(asked)).toBeInstanceOf(FoyerError)
    expect([page.cancelled, page.asked.length]).toEqual([[], 1])
  })

  test('that can’t be posted fails at once, and leaves nothing open', async () => {
    const { frame, page, clock } = made()
    await settle()
    clock.advance(500) // in which an original's would have settled
    Object.defineProperty(page.frames[0], 'contentWindow', { value: null, configurable: true })
    await expect(frame.request('CONNECT_OTP', { otp: '1' })).rejects.toMatchObject({ code: 'frame_missing' })
    expect(clock.pending).toBe(0)
  })
})

test('what is sent with a request comes with it, and a page is one of this project’s once it has said hello', async () => {
  const { frame, page } = made({ answer: () => undefined })
  expect(frame.isOwn()).toBe(false)
  await frame.request('CONNECT_OTP', { otp: '417205' })
  await frame.request('SIGN_OUT', undefined)
  expect(page.asked.map(({ name, payload }) => [name, payload])).toEqual([
    ['CONNECT_OTP', { otp: '417205' }],
    ['SIGN_OUT', undefined],
  ])
  expect(frame.isOwn()).toBe(true)
})

describe('a frame that is ended', () => {
  test('rejects what waits and what is open, once, and answers nothing any more', async () => {
    const { frame, page } = made()
    await settle()
    const open = frame.request('RPC_REQUEST', sign)
    await settle()
    const [asked] = page.asked
    frame.end()
    frame.end()
    expect(await standing(open)).toBeInstanceOf(AbortedError)
    page.postWindow({ id: asked?.id, type: '@w3m-frame/RPC_REQUEST_SUCCESS', payload: '0x' })
    expect([frame.isOver(), frame.isOwn()]).toEqual([true, false])
    await expect(frame.request('SYNC_THEME', {})).rejects.toMatchObject({ code: 'frame_load' })
  })

  test('rejects what waited for its page', async () => {
    const { frame, clock } = made({ loads: false })
    const waits = frame.request('GET_CHAIN_ID', undefined)
    await settle()
    frame.end()
    expect(await standing(waits)).toBeInstanceOf(AbortedError)
    expect(clock.pending).toBe(0)
  })

  test('isn’t begun by a page that comes late', async () => {
    const { frame, page, clock } = made({ ready: () => {} })
    const source = page.source
    await settle()
    frame.end()
    page.postWindow({ type: '@w3m-frame/READY' }, { source })
    clock.advance(1_000)
    expect([frame.isOver(), page.targets.length, clock.pending]).toEqual([true, 1, 0])
  })
})

describe('a page that is loaded anew', () => {
  test('is waited for again, and has half a second from its last word on', async () => {
    const { frame, page, clock } = made({ isOwn: false, ready: () => {} })
    await settle()
    clock.advance(400)
    await page.sayReady()
    clock.advance(400)
    const asked = frame.request('GET_CHAIN_ID', undefined)
    await settle()
    expect(page.asked).toEqual([])
    clock.advance(100)
    await settle()
    expect(page.asked).toHaveLength(1)
    expect(await standing(asked)).toBe('open')
  })

  test('speaks by a port of its own: the one before counts for nothing', async () => {
    const { frame, page } = made()
    await settle()
    const asked = frame.request('GET_CHAIN_ID', undefined)
    await settle()
    expect([await standing(asked), frame.isOwn()]).toEqual(['open', true])
    await page.sayReady()
    await settle()
    expect(await standing(asked)).toMatchObject({ code: 'frame_aborted', facts: { request: 'GET_CHAIN_ID' } })
    expect([frame.isOwn(), page.targets.length]).toEqual([true, 2])
  })

  test('an original’s page that says no hello is asked by the window', async () => {
    const { frame, page } = made({ isOwn: false, answer: () => ({ chainId: 7 }) })
    expect(await frame.request('GET_CHAIN_ID', undefined)).toEqual({ chainId: 7 })
    // A hello after the wait, by the port that was closed, makes it none of this project's.
    page.postPort({ type: 'foyer/hello', version: 1 })
    expect(frame.isOwn()).toBe(false)
  })

  test('is one of this project’s by a hello in time, and by nothing else that it says into the port', async () => {
    const { frame, page } = made({ isOwn: false, ready: () => {} })
    await settle()
    for (const data of [undefined, 'foyer/hello', { type: 'foyer/hello' }, { type: '@w3m-frame/READY' }])
      page.postPort(data)
    expect(frame.isOwn()).toBe(false)
    page.postPort({ type: 'foyer/hello', version: 1 })
    expect(frame.isOwn()).toBe(true)
  })
})
