import { randomBytes } from 'node:crypto'
import { afterEach, describe, expect, test } from 'vitest'
import type { FromWindow } from '../exchange/exchange.js'
import { addressIn, lettersAt } from '../exchange/letters.js'
import { speakTo } from '../messages/say.js'
import { joinFrame } from '../popup/joinFrame.js'
import { createServers } from '../servers/servers.js'
import { ExchangeWindow } from '../test/exchangeWindows.js'
import { logIn, memoryDatabase, refusedDatabase, site, type TestFrame, testFrame } from '../test/testFrame.js'

type TestFrameOptions = NonNullable<Parameters<typeof testFrame>[0]>

/** A frame of a visitor who is logged in, and the windows that it has opened. */
async function opened({ isIn = false, ...options }: TestFrameOptions & { readonly isIn?: boolean } = {}) {
  const windows: ReturnType<typeof openedWindow>[] = []
  const made = await testFrame({
    open(url) {
      const window = openedWindow(url)
      windows.push(window)
      return window.page
    },
    ...options,
  })
  if (!isIn) await logIn(made)
  const address = String(Reflect.get(Object((await made.ask('GET_USER')).payload), 'address'))
  const sign = async (text = 'hello') => {
    const params = [`0x${Buffer.from(text).toString('hex')}`, address]
    const before = made.frame.state.get().approvals.length
    const answer = made.ask('RPC_REQUEST', { method: 'personal_sign', params })
    await expect.poll(() => made.frame.state.get().approvals.length).toBe(before + 1)
    return { answer }
  }
  return { made, windows, address, sign, desk: made.frame.approvalWindow }
}

function openedWindow(url: string) {
  const page = new ExchangeWindow()
  const frame = new ExchangeWindow()
  page.goTo(url)
  page.opener = frame
  page.peer = frame
  return { page, frame, url }
}

/** Joins a window to the frame that has opened it. */
async function join({ made, windows }: { made: TestFrame; windows: ReturnType<typeof openedWindow>[] }, index = 0) {
  const window = windows[index] ?? expect.fail('No window was opened.')
  window.frame.addEventListener('message', (event) =>
    made.deliver({ data: Reflect.get(event, 'data'), origin: 'https://wallet.example', source: window.page }),
  )
  const joined = joinFrame(window.page)
  await expect.poll(() => joined.state.get().status).toBe('asked')
  const { asked } = joined.state.get()
  const approval = asked?.type === 'foyer-window-show' ? asked.approval : expect.fail('Nothing is asked.')
  const approved = (change = {}): FromWindow => ({ type: 'foyer-window-approved', ...approval, ...change })
  return { joined, window, approved }
}

const speakIn = (languages: readonly string[]) =>
  speakTo({
    ...{ location: { search: '' }, navigator: { languages } },
    document: { documentElement: { lang: '', dir: '' } },
  })
afterEach(() => speakIn([]))

const settled = () => new Promise((resolve) => setTimeout(resolve))

describe('[F13] a window approves what it shows of the frame’s own request', () => {
  test('by its number: another’s counts for nothing, and it is asked on', async () => {
    const kit = await opened()
    const { answer } = await kit.sign()
    kit.desk.open()
    const { joined, approved } = await join(kit)
    joined.end(approved({ id: 7 }))
    await expect.poll(() => joined.state.get().status).toBe('asked')
    expect(kit.made.frame.state.get().approvals).toHaveLength(1)
    joined.end(approved())
    expect(await answer).toMatchObject({ ok: true })
  })

  test('as it is described now: what was approved before it changed is shown anew', async () => {
    const kit = await opened()
    const { answer } = await kit.sign()
    kit.desk.open()
    const { joined, approved } = await join(kit)
    const [{ shown } = expect.fail('Nothing waits.')] = kit.made.frame.state.get().approvals
    const warned = { ...shown, warnings: [...shown.warnings, { text: 'It is another now.', isMild: false }] }
    joined.end(approved())
    kit.made.frame.approvals.fillIn(shown, warned)
    const told = { status: 'asked', asked: { approval: { changes: 1, shown: { warnings: warned.warnings } } } }
    await expect.poll(() => joined.state.get()).toMatchObject(told)
    expect(kit.made.frame.state.get().approvals).toHaveLength(1)
    joined.end(approved({ changes: 1 }))
    expect(await answer).toMatchObject({ ok: true })
  })

  test('by its hash: other payloads are rejected', async () => {
    const kit = await opened()
    const { answer } = await kit.sign()
    kit.desk.open()
    const { joined, approved } = await join(kit)
    joined.end(approved({ hashes: ['another'] }))
    expect(await answer).toMatchObject({ ok: false, payload: { code: 4001 } })
  })
})

test('one window asks what waits, one after the other; a second press brings it to the front', async () => {
  const kit = await opened()
  const [first, second] = [await kit.sign('one'), await kit.sign('two')]
  kit.desk.open()
  const { joined, window, approved } = await join(kit)
  kit.desk.open()
  expect([kit.windows.length, window.page.isFocused]).toEqual([1, 1])
  expect(joined.state.get()).toMatchObject({ asked: { more: 1 } })
  joined.end(approved())
  await expect
    .poll(() => joined.state.get())
    .toMatchObject({ status: 'asked', asked: { more: 0, approval: { id: 2 } } })
  expect(kit.desk.state.get()).toEqual({ status: 'open', asks: 2 })
  joined.end({ type: 'foyer-window-rejected', id: 2 })
  expect([(await first.answer).ok, (await second.answer).ok]).toEqual([true, false])
  await expect.poll(() => window.page.closed).toBe(true)
  expect(kit.desk.state.get().status).toBe('none')
})

test('a window that is closed rejects what it showed, and no other', async () => {
  const kit = await opened()
  const [first] = [await kit.sign('one'), await kit.sign('two')]
  kit.desk.open()
  const { window } = await join(kit)
  window.page.dispatchEvent(new Event('pagehide'))
  expect(await first.answer).toMatchObject({ payload: { code: 4001 } })
  expect(kit.made.frame.state.get().approvals).toMatchObject([{ id: 2 }])
  expect(kit.desk.state.get().status).toBe('none')
  kit.desk.open()
  expect(kit.windows).toHaveLength(2)
})

test('a page that says over and over that it has opened a window holds one listener of the frame’s', async () => {
  const kit = await opened()
  for (let count = 0; count < 1_000; count += 1) kit.desk.expect(`nonce ${count}`)
  kit.desk.begin()()
  const { answer } = await kit.sign()
  kit.made.frame.approvals.rejectAll()
  expect(await answer).toMatchObject({ payload: { code: 4001 } })
})

describe('[F30] where the browser opens no window', () => {
  test('what is signed in the window alone is refused by its name', async () => {
    const kit = await opened({ database: refusedDatabase, open: () => null })
    const { answer } = await kit.sign()
    kit.desk.open()
    expect(kit.desk.state.get().status).toBe('apart')
    kit.desk.open()
    expect(await answer).toMatchObject({ payload: { code: -32_020 } })
  })

  test('and the login server keeps no letter, the request is refused by its name', async () => {
    const kit = await opened({ open: () => null })
    const { answer } = await kit.sign(randomBytes(9_000).toString('base64'))
    kit.desk.open()
    kit.desk.open()
    expect(await answer).toMatchObject({ payload: { code: -32_020 } })
  })

  const visited = async () => {
    const session = new Map<string, string>()
    const database = memoryDatabase()
    const top = { location: '' }
    const kit = await opened({ open: () => null, session, database, top })
    await kit.sign()
    kit.desk.visit() // it isn't there to be visited yet
    kit.desk.open()
    kit.desk.open()
    await expect.poll(() => kit.desk.state.get().status).toBe('visit')
    kit.desk.visit()
    kit.made.frame.approvals.rejectAll() // its page is left
    const url = new URL(top.location)
    const { servers } = kit.made
    const ownServers = createServers({
      fetch: servers.fetch,
      keys: () => kit.made.frame.asking.store.get().keys,
    })
    const letters = lettersAt(Promise.resolve(ownServers), addressIn(url.hash))
    const { asked } = (await letters.read()) ?? expect.fail('Nothing is asked.')
    const approval = asked.type === 'foyer-window-show' ? asked.approval : expect.fail('Nothing is asked.')
    const answer = (said: FromWindow) => letters.answer(said)
    const again = () => opened({ session, database, servers, isIn: true })
    return { url, approval, answer, again, session }
  }

  test('where the browser keeps nothing for this frame, a press that would visit refuses the request by its name', async () => {
    const session = new Map<string, string>()
    session.set = () => {
      throw new DOMException('Access is denied for this document.', 'SecurityError')
    }
    const top = { location: '' }
    const kit = await opened({ open: () => null, session, top })
    const { answer } = await kit.sign()
    kit.desk.open()
    kit.desk.open()
    await expect.poll(() => kit.desk.state.get().status).toBe('visit')
    kit.desk.visit()
    expect(await answer).toMatchObject({ payload: { code: -32_020 } })
    expect([top.location, kit.desk.state.get().status]).toEqual(['', 'none'])
  })

  test('a visit asks, and the next request of the same is answered by it, once', async () => {
    const { url, approval, answer, again } = await visited()
    expect([url.origin, url.pathname, url.searchParams.get('by')]).toEqual([
      'https://wallet.example',
      '/approve',
      'visit',
    ])
    expect(approval).toMatchObject({ site })
    await answer({ type: 'foyer-window-approved', ...approval })
    const { made, address, sign } = await again()
    const signed = await made.ask('RPC_REQUEST', { method: 'personal_sign', params: ['0x68656c6c6f', address] })
    expect(signed).toMatchObject({ ok: true })
    const second = await sign('hello')
    made.frame.approvals.rejectAll()
    expect(await second.answer).toMatchObject({ payload: { code: 4001 } })
  })

  test('what was rejected in a visit is rejected here', async () => {
    const { approval, answer, again } = await visited()
    await answer({ type: 'foyer-window-rejected', id: approval.id })
    const { made, address } = await again()
    const signed = await made.ask('RPC_REQUEST', { method: 'personal_sign', params: ['0x68656c6c6f', address] })
    expect(signed).toMatchObject({ payload: { code: 4001 } })
  })

  test.each([
    ['it is of another site', { site: 'https://other.example' }],
    ['it is too old', { until: 0 }],
    ['another description was read', { read: 'another' }],
    ['it is of other payloads', { hashes: ['another'] }],
    ['it is of another request', { request: 'another' }],
  ])('what was approved in a visit counts for nothing where %s', async (_, change) => {
    const { approval, answer, again, session } = await visited()
    await answer({ type: 'foyer-window-approved', ...approval })
    for (const [key, text] of session) session.set(key, JSON.stringify({ ...JSON.parse(text), ...change }))
    const { made, sign } = await again()
    const asked = await sign('hello')
    await settled()
    made.frame.approvals.rejectAll()
    expect(await asked.answer).toMatchObject({ payload: { code: 4001 } })
  })

  test('what was approved in a visit counts for nothing where the same request says anything else now, without a warning too', async () => {
    const { approval, answer, again } = await visited()
    await answer({ type: 'foyer-window-approved', ...approval })
    const { made, sign } = await again()
    await speakIn(['de'])
    const asked = await sign('hello')
    const [waiting] = made.frame.state.get().approvals
    expect(waiting).toMatchObject({ hashes: approval.hashes, shown: { warnings: approval.shown.warnings } })
    made.frame.approvals.rejectAll()
    expect(await asked.answer).toMatchObject({ payload: { code: 4001 } })
  })

  test('what was approved in a visit counts for nothing on another network', async () => {
    const { approval, answer, again } = await visited()
    await answer({ type: 'foyer-window-approved', ...approval })
    const { made, sign } = await again()
    await made.ask('SWITCH_NETWORK', { chainId: 'eip155:31337' })
    const asked = await sign('hello')
    made.frame.approvals.rejectAll()
    expect(await asked.answer).toMatchObject({ payload: { code: 4001 } })
  })

  test('what was approved in a visit is over once the visitor signs out', async () => {
    const { approval, answer, again, session } = await visited()
    await answer({ type: 'foyer-window-approved', ...approval })
    const { made, sign } = await again()
    await made.ask('SIGN_OUT')
    expect([...session]).toEqual([])
    await logIn(made)
    const asked = await sign('hello')
    made.frame.approvals.rejectAll()
    expect(await asked.answer).toMatchObject({ payload: { code: 4001 } })
  })
})
