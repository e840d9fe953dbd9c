import { describe, expect, test } from 'vitest'
import type { RequestName } from '../protocol/index.js'
import { settle, standing, withFrames } from '../test/withFrames.js'
import { secureOrigin as origin } from '../test/withPages.js'

const { made } = withFrames()

const codeOf = (error: unknown) => (error instanceof Error && 'code' in error ? error.code : error)

describe('the frame', () => {
  test('[S2.25] lies hidden over the whole window, in a dialog of its own, and is raised without being moved', () => {
    const { frame } = made()
    const iframe = document.querySelector('iframe')
    const dialog = iframe?.closest('dialog')
    expect([iframe?.id, iframe?.name, dialog?.open]).toEqual(['w3m-iframe', 'w3m-secure-iframe', false])
    expect(iframe?.style.position).toBe('fixed')
    expect(iframe?.style.zIndex).toBe('999999')
    expect([iframe?.style.width, iframe?.style.height]).toEqual(['100%', '100%'])
    const moves = new MutationObserver(() => {})
    moves.observe(document, { childList: true, subtree: true })
    frame.raise()
    expect([dialog?.open, iframe?.style.width]).toEqual([true, '360px'])
    frame.lower()
    expect([dialog?.open, iframe?.style.width]).toEqual([false, '100%'])
    expect(moves.takeRecords()).toEqual([])
  })

  test('[S4.21 S9.30] is asked 500 ms after READY, and not before', async () => {
    const { clock, page, frame } = made({ ready: () => {} })
    const asked = frame.request('GET_CHAIN_ID', undefined)
    await settle()
    clock.advance(499)
    await settle()
    expect(page.asked).toEqual([])
    clock.advance(1)
    await settle()
    expect(page.asked.map(({ name }) => name)).toEqual(['GET_CHAIN_ID'])
    expect(await standing(asked)).toBe('open')
  })

  test('[S9.27 S8.33] [F18 F30] a page that doesn’t come fails after 20 s, and is taken away', async () => {
    const { clock, frame } = made({ loads: false })
    const asked = frame.request('GET_CHAIN_ID', undefined)
    clock.advance(19_999)
    expect(await standing(asked)).toBe('open')
    clock.advance(1)
    expect(await standing(asked)).toMatchObject({
      code: 'frame_load',
      message: 'Unable to load email login dependency',
      facts: { alert: true },
    })
    expect([frame.isOver(), document.querySelector('iframe')]).toEqual([true, null])
  })

  test('a page in whose place the browser’s own was loaded is loaded again: after 4 s, then after 8 s', async () => {
    const { clock, frame } = made({ loads: false })
    const asked = frame.request('GET_CHAIN_ID', undefined)
    const iframe = document.querySelector('iframe')
    if (!iframe) throw new Error('There is no frame.')
    const sources = new MutationObserver(() => {})
    sources.observe(iframe, { attributeFilter: ['src'] })
    const reloads = () => sources.takeRecords().length
    clock.advance(4_000)
    // Nothing was loaded yet: a slow network isn't begun anew.
    expect(reloads()).toBe(0)
    iframe.dispatchEvent(new Event('load'))
    clock.advance(3_999)
    expect(reloads()).toBe(0)
    clock.advance(1)
    expect(reloads()).toBe(1)
    iframe.dispatchEvent(new Event('load'))
    clock.advance(7_999)
    expect(reloads()).toBe(0)
    clock.advance(1)
    expect(reloads()).toBe(1)
    iframe.dispatchEvent(new Event('load'))
    clock.advance(4_000)
    expect(await standing(asked)).toMatchObject({ code: 'frame_load' })
    clock.advance(60_000)
    expect(reloads()).toBe(0)
  })

  test('a page that is ready isn’t loaded again', async () => {
    const { clock } = made()
    const iframe = document.querySelector('iframe')
    if (!iframe) throw new Error('There is no frame.')
    await settle()
    const sources = new MutationObserver(() => {})
    sources.observe(iframe, { attributeFilter: ['src'] })
    iframe.dispatchEvent(new Event('load'))
    clock.advance(60_000)
    expect(sources.takeRecords()).toEqual([])
  })

  test.each([
    ['SYNC_THEME', {}],
    ['SYNC_DAPP_DATA', { projectId: 'p' }],
    ['SET_PREFERRED_ACCOUNT', { type: 'eoa' }],
  ] as const)('[S9.27] %s alone has nobody wait for the page', async (name, payload) => {
    const { clock, frame } = made({ loads: false })
    const asked = frame.request<RequestName>(name, payload)
    clock.advance(60_000)
    expect(await standing(asked)).toBe('open')
    expect(frame.isOver()).toBe(false)
  })

  test.each([
    ['CONNECT_EMAIL', { email: 'ada@example.com' }],
    ['CONNECT_DEVICE', undefined],
    ['CONNECT_OTP', { otp: '123456' }],
    ['CONNECT_SOCIAL', { uri: 'u' }],
    ['GET_SOCIAL_REDIRECT_URI', { provider: 'google' }],
  ] as const)('[S9.28] [F18] %s is answered within 30 s, or fails', async (name, payload) => {
    const { clock, frame } = made()
    const asked = frame.request<RequestName>(name, payload)
    await settle()
    clock.advance(29_999)
    expect(await standing(asked)).toBe('open')
    clock.advance(1)
    const facts = { request: name, alert: true }
    expect(await standing(asked)).toMatchObject({ code: 'frame_timeout', facts })
  })

  test('[S9.28] a signature takes as long as its reader', async () => {
    const { clock, frame } = made()
    const asked = frame.request('RPC_REQUEST', { method: 'personal_sign', params: [] })
    await settle()
    clock.advance(600_000)
    expect(await standing(asked)).toBe('open')
  })

  test('[S8.34] a frame that was taken out of the document is named', async () => {
    const { frame, page } = made()
    await settle()
    Object.defineProperty(page.frames[0], 'contentWindow', { value: null, configurable: true })
    document.querySelector('dialog')?.remove()
    await expect(frame.request('GET_CHAIN_ID', undefined)).rejects.toThrow('W3mFrame: iframe is not set')
  })
})

describe('answers', () => {
  test('[S7.40 S7.41] each request has an id of its own, and is answered by it and by its name', async () => {
    const { page, frame } = made()
    const one = frame.request('GET_CHAIN_ID', undefined)
    const other = frame.request('GET_FARCASTER_URI', undefined)
    await settle()
    const [first, second] = page.asked.map(({ id }) => id)
    expect(first).toMatch(/^[0-9a-z]{6,}$/)
    expect(first).not.toBe(second)
    page.post({ id: second, type: '@w3m-frame/GET_CHAIN_ID_SUCCESS', payload: { chainId: 5 } })
    page.post({ id: 'another', type: '@w3m-frame/GET_CHAIN_ID_SUCCESS', payload: { chainId: 5 } })
    expect(await standing(one)).toBe('open')
    page.post({ id: first, type: '@w3m-frame/GET_CHAIN_ID_SUCCESS', payload: { chainId: 1 } })
    expect(await standing(one)).toEqual({ chainId: 1 })
    expect(await standing(other)).toBe('open')
  })

  test.each([
    ['Invalid code', 'Invalid code'],
    ['', 'An error occurred'],
  ])('[S8.30] an error says %j as %j', async (message, said) => {
    const { frame } = made({
      answer: () => {
        throw new Error(message)
      },
    })
    expect(await standing(frame.request('CONNECT_OTP', { otp: '1' }))).toMatchObject({
      code: 'frame_reply',
      message: said,
    })
  })

  test('[S8.30] an error without words says that one occurred, and what the protocol hasn’t answers nothing', async () => {
    const { frame, page } = made()
    const asked = frame.request('CONNECT_OTP', { otp: '1' })
    await settle()
    const id = page.asked[0]?.id
    page.post({ id, type: '@w3m-frame/NOTHING_SUCCESS' })
    page.post({ id: 7, type: '@w3m-frame/CONNECT_OTP_SUCCESS' })
    expect(await standing(asked)).toBe('open')
    page.post({ id, type: '@w3m-frame/CONNECT_OTP_ERROR', payload: 'no' })
    expect(await standing(asked)).toMatchObject({
      code: 'frame_reply',
      message: 'An error occurred',
      facts: { said: '' },
    })
  })

  test('[S5.32] an answer that doesn’t fit the protocol is a wrong one', async () => {
    const { frame } = made({ answer: () => ({ chainId: [] }) })
    expect(await standing(frame.request('GET_CHAIN_ID', undefined))).toMatchObject({
      code: 'wallet_answer',
      cause: { code: 'frame_message' },
    })
  })

  test('[S5.22 S5.32 S5.33] what doesn’t fit is never posted', async () => {
    const { frame, page } = made()
    await expect(frame.request('CONNECT_EMAIL', { email: 'ada@' })).rejects.toThrow('payload.email: Invalid email')
    expect(page.asked).toEqual([])
  })

  test('[S8.31 S8.32] what was asked of a page that is loaded anew is over, and the next request is answered', async () => {
    const { frame, page } = made({
      answer: ({ name }) => (name === 'GET_CHAIN_ID' ? { chainId: 1 } : new Promise(() => {})),
    })
    const rpc = frame.request('RPC_REQUEST', { method: 'personal_sign', params: [] })
    const other = frame.request('CONNECT_DEVICE', undefined)
    await settle()
    await page.sayReady()
    expect(await standing(rpc)).toMatchObject({ message: 'Request was aborted' })
    expect(await standing(other)).toMatchObject({ message: 'Something went wrong' })
    expect(await standing(frame.request('GET_CHAIN_ID', undefined))).toEqual({ chainId: 1 })
  })
})

describe('who is heard', () => {
  test('[F8] a message of another origin or another window counts for nothing', async () => {
    const { frame, page } = made({ isOwn: false })
    const asked = frame.request('GET_CHAIN_ID', undefined)
    await settle()
    const reply = { id: page.asked[0]?.id, type: '@w3m-frame/GET_CHAIN_ID_SUCCESS', payload: { chainId: 6 } }
    page.postWindow(reply, { origin: 'https://evil.example' })
    page.postWindow(reply, { origin: 'null' })
    for (const more of ['.evil.example', ':8443', '/']) page.postWindow(reply, { origin: `${origin}${more}` })
    page.postWindow(reply, { source: window })
    expect(await standing(asked)).toBe('open')
    page.postWindow(reply)
    expect(await standing(asked)).toEqual({ chainId: 6 })
  })

  test('[F8] another window’s READY begins nothing', async () => {
    const { frame, page, clock } = made({ loads: false })
    const asked = frame.request('GET_CHAIN_ID', undefined)
    await settle()
    page.postWindow({ type: '@w3m-frame/READY' }, { source: window })
    page.postWindow({ type: '@w3m-frame/READY' }, { origin: 'https://evil.example' })
    clock.advance(1_000)
    await settle()
    expect([page.targets, await standing(asked)]).toEqual([[], 'open'])
  })

  test.each([true, false])('[F8] all that is posted names the page’s exact origin (hello known: %s)', async (isOwn) => {
    const { frame, page } = made({ isOwn, answer: () => ({ chainId: 1 }) })
    await frame.request('GET_CHAIN_ID', undefined)
    expect(page.targets.length).toBe(isOwn ? 1 : 2)
    expect(new Set(page.targets)).toEqual(new Set([origin]))
    expect(frame.isOwn()).toBe(isOwn)
  })

  test('[F8] once the hello is answered, only the port counts', async () => {
    const { frame, page } = made()
    const asked = frame.request('GET_CHAIN_ID', undefined)
    await settle()
    const reply = { id: page.asked[0]?.id, type: '@w3m-frame/GET_CHAIN_ID_SUCCESS', payload: { chainId: 6 } }
    page.postWindow(reply)
    expect(await standing(asked)).toBe('open')
    page.post(reply)
    expect(await standing(asked)).toEqual({ chainId: 6 })
  })

  test('a page of this project is told what is no longer waited for', async () => {
    const { frame, page } = made()
    const controller = new AbortController()
    const asked = frame.request('RPC_REQUEST', { method: 'personal_sign', params: [] }, controller.signal)
    await settle()
    controller.abort()
    expect(codeOf(await standing(asked))).toBe('aborted')
    expect(page.cancelled).toEqual([page.asked[0]?.id])
  })
})
