import { describe, expect, test } from 'vitest'
import { cookieJar, logIn, memoryDatabase, refusedDatabase, site, testFrame } from '../test/testFrame.js'

const email = 'ada@example.com'
const ada = { person: `email:${email}`, email, userName: null }
const message = `0x${Buffer.from('hello').toString('hex')}`

/** A frame that the browser keeps nothing for, with somebody logged in. */
async function unkept() {
  const document = cookieJar()
  const frame = await testFrame({ database: refusedDatabase, document })
  await logIn(frame, email)
  const again = () => testFrame({ database: refusedDatabase, document, servers: frame.servers })
  return { ...frame, document, again, user: (await frame.ask('GET_USER')).payload }
}

/** Asks for a signature, and gives the window's answer to it. */
async function signedBy({ ask, frame }: Awaited<ReturnType<typeof testFrame>>, signatures: readonly Uint8Array[]) {
  const { address } = Object((await ask('GET_USER')).payload)
  const signing = ask('RPC_REQUEST', { method: 'personal_sign', params: [message, address] })
  await expect.poll(() => frame.state.get().approvals.length).toBe(1)
  const [approval] = frame.state.get().approvals
  if (!approval) throw new Error('Nothing is shown.')
  const asked = frame.ownWindow?.signing(approval)
  await frame.ownWindow?.kept()
  frame.approvals.approve(approval.id, approval.hashes, signatures)
  return { asked, answer: await signing }
}

describe('a frame that the browser keeps nothing for', () => {
  test('knows its user after a reload, by a cookie in which nothing opens or signs', async () => {
    const { document, again, user } = await unkept()
    const frame = await again()
    expect((await frame.ask('IS_CONNECTED')).payload).toEqual({ isConnected: true })
    expect((await frame.ask('GET_USER')).payload).toEqual(user)
    expect(await frame.ask('CONNECT_EMAIL', { email })).toEqual({ ok: true, payload: { action: 'CONNECT' } })
    const [, value = ''] = document.cookie.split('=')
    const { addresses, ...rest } = JSON.parse(decodeURIComponent(value))
    expect(rest).toEqual({ site, ...ada, ending: expect.stringMatching(/^first /) })
    expect(addresses).toMatchObject([{ family: 'eip155' }, { family: 'solana' }])
  })

  test('forgets them where they sign out, and takes no other site’s word for them', async () => {
    const { ask, document, again } = await unkept()
    const elsewhere = document.cookie.replace(encodeURIComponent(site), encodeURIComponent('https://other.example'))
    await ask('SIGN_OUT')
    expect((await (await again()).ask('IS_CONNECTED')).payload).toEqual({ isConnected: false })
    for (const cookie of [elsewhere, '__Host-foyer-user=%', '__Host-foyer-user=7', '__Host-foyer-user=%7B%7D']) {
      document.cookie = cookie
      expect((await (await again()).ask('GET_USER')).ok).toBe(false)
    }
  })

  const ended = ({ servers }: Awaited<ReturnType<typeof testFrame>>) =>
    servers.calls
      .filter(({ id }) => id.endsWith('/session/end'))
      .map(({ body }) => JSON.parse(JSON.parse(body).text).refreshToken)

  test('[F30] ends the session of the wallet’s own window where they sign out, before and after a reload', async () => {
    for (const isLoadedAgain of [false, true]) {
      const frame = await unkept()
      await signedBy(frame, [new Uint8Array(65).fill(1)]) // the device is the window's from now on
      const { ask } = isLoadedAgain ? await frame.again() : frame
      await ask('SIGN_OUT')
      expect(ended(frame)).toEqual([expect.stringMatching(/^first /)])
      expect((await ask('SIGN_OUT')).ok).toBe(true)
      expect(ended(frame)).toHaveLength(1)
    }
  })

  test('[F30] ends the session of a login in the window itself', async () => {
    const frame = await unkept()
    frame.frame.ownWindow?.loggedInAgain('later')
    const { ask } = await frame.again()
    expect((await ask('GET_USER')).payload).toEqual(frame.user)
    await ask('SIGN_OUT')
    expect(ended(frame)).toEqual(['later'])
  })

  test('gives the window the device that its login has made, once, and signs nothing by itself', async () => {
    const frame = await unkept()
    const first = await signedBy(frame, [new Uint8Array(65).fill(1)])
    expect(first.asked).toMatchObject({
      person: ada.person,
      projectId: 'shop',
      device: { user: ada, refreshToken: expect.stringMatching(/^first /) },
    })
    expect(first.asked?.device?.keys.privateKey.extractable).toBe(false)
    expect(first.answer).toEqual({ ok: true, payload: `0x${'01'.repeat(65)}` })
    const second = await signedBy(frame, [new Uint8Array(65).fill(2)])
    expect([second.asked?.device, second.answer.payload]).toEqual([null, `0x${'02'.repeat(65)}`])
    expect(frame.workers.posted.some(({ to }) => to.task === 'sign')).toBe(false)
    // The session is the window's: renewed in two places, it would end.
    expect(frame.servers.calls.some(({ id }) => id.endsWith('/session/renew'))).toBe(false)
  })

  test('has no use for a window that approves and doesn’t sign', async () => {
    const { answer } = await signedBy(await unkept(), [])
    expect(answer).toMatchObject({ ok: false })
  })

  test('is one whose database is refused: a kept device signs in its frame', async () => {
    const document = cookieJar()
    const frame = await testFrame({ database: memoryDatabase(), document })
    await logIn(frame, email)
    expect([frame.frame.ownWindow, document.cookie]).toEqual([undefined, ''])
    document.cookie = '__Host-foyer-user=another'
    await frame.ask('SIGN_OUT')
    expect(document.cookie).toBe('__Host-foyer-user=another')
  })
})
