import { afterEach, describe, expect, test, vi } from 'vitest'
import { connectedKit, failure, type SessionKitOptions, settle } from '../test/sessionKit.js'
import { withPages } from '../test/withPages.js'

const pages = withPages()
afterEach(() => vi.unstubAllGlobals())

/** A browser in which a press is under way, or none, and what it was asked to open. */
function browser({ isPress = true, opens = true } = {}) {
  const opened: { url: string; name: string; closed: boolean; close(): void }[] = []
  const activation = { isActive: isPress }
  vi.stubGlobal('open', (url: string, name: string) => {
    activation.isActive = false // a window takes the press up
    if (!opens) return null
    const window = {
      ...{ url, name, closed: false },
      close() {
        window.closed = true
      },
    }
    opened.push(window)
    return window
  })
  Object.defineProperty(navigator, 'userActivation', { value: activation, configurable: true })
  return { opened, press: () => (activation.isActive = true) }
}

async function connected(options: SessionKitOptions = { options: { approvals: 'window' } }) {
  const kit = await connectedKit(pages, options)
  const answers: ((answer: string) => void)[] = []
  kit.wallet.instead.set('RPC_REQUEST', () => new Promise((resolve) => answers.push(resolve)))
  return { ...kit, answers, sign: () => kit.ask('personal_sign', ['0x', '0x']) }
}

describe('`approvals: window`', () => {
  test('opens the wallet’s own window in the press that asks, without a name, and closes it with the answer', async () => {
    const { opened } = browser()
    const { sign, answers, wallet } = await connected()
    const signing = sign()
    const [window] = opened
    const url = new URL(window?.url ?? expect.fail('Nothing was opened.'))
    expect([url.origin, url.pathname, url.searchParams.get('by')]).toEqual([
      'https://secure.foyer.example',
      '/approve',
      'host',
    ])
    expect(window?.name).toBe('_blank')
    await settle()
    expect(wallet.page.announced).toEqual([url.hash.slice(1)])
    expect(url.hash).toMatch(/^#[\w-]{22}$/)
    answers[0]?.('0xsigned')
    expect(await signing).toBe('0xsigned')
    expect(window?.closed).toBe(true)
  })

  test('opens one for all that is asked meanwhile, and another once that was closed', async () => {
    const { opened, press } = browser()
    const { sign, answers } = await connected()
    const first = sign()
    press()
    const second = sign()
    expect(opened).toHaveLength(1)
    await expect.poll(() => answers.length).toBe(2)
    answers[0]?.('0x')
    await first
    expect(opened[0]?.closed).toBe(false)
    opened[0]?.close()
    press()
    const third = sign()
    expect(new Set(opened.map(({ url }) => url)).size).toBe(2)
    await expect.poll(() => answers.length).toBe(3)
    for (const answer of answers) answer('0x')
    await Promise.all([second, third])
  })

  test('opens none without a press, for what needs no approval, or for a caller who has left', async () => {
    const { opened, press } = browser({ isPress: false })
    const { sign, ask, answers, live } = await connected()
    void failure(sign())
    press()
    void failure(ask('eth_blockNumber', []))
    expect(await failure(ask('wallet_unknown', []))).toMatchObject({ code: 'method_not_allowed' })
    const params = ['0x', '0x']
    const leaving = live.channel?.request({
      ...{ networkId: 'eip155:1', method: 'personal_sign', params, signal: AbortSignal.abort() },
    })
    await failure(Promise.resolve(leaving))
    expect(opened).toEqual([])
    await expect.poll(() => answers.length).toBeGreaterThan(0)
  })

  test('asks in the frame where the browser opens none, or the page is an original’s', async () => {
    browser({ opens: false })
    const { sign, answers, wallet } = await connected()
    const signing = sign()
    await expect.poll(() => answers.length).toBe(1)
    answers[0]?.('0x')
    expect([await signing, wallet.page.announced]).toEqual(['0x', []])
    const { opened } = browser()
    const original = await connected({ options: { approvals: 'window' }, isOwn: false })
    void failure(original.sign())
    expect(opened).toEqual([])
  })

  test('is an option: unless it is chosen, no page of the kit’s opens a window', async () => {
    const { opened } = browser()
    const { sign } = await connected({})
    void failure(sign())
    expect(opened).toEqual([])
  })
})
