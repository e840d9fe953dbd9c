import type { ConnectorHost } from '@foyer/core'
import { mainnet } from '@foyer/core/networks'
import { describe, expect, test } from 'vitest'
import { type ConnectedKit, connectedKit, failure, type SessionKitOptions, settle } from '../test/sessionKit.js'
import { withPages } from '../test/withPages.js'

const pages = withPages()
const connected = (options?: SessionKitOptions) => connectedKit(pages, options)

describe('what waits for the visitor', () => {
  const waiting = (wallet: ConnectedKit['wallet']) => wallet.instead.set('RPC_REQUEST', () => new Promise(() => {}))
  const dialog = () => document.querySelector('dialog')?.open
  const sign = ({ live }: ConnectedKit, signal: AbortSignal) =>
    failure(
      Promise.resolve(
        live.channel?.request({
          ...{ networkId: mainnet.caipNetworkId, method: 'personal_sign', params: ['0x', '0x'], signal },
        }),
      ),
    )

  test('ends with its caller’s signal, and hides the page', async () => {
    const kit = await connected()
    waiting(kit.wallet)
    const ending = new AbortController()
    const failed = sign(kit, ending.signal)
    await settle()
    expect(dialog()).toBe(true)
    ending.abort()
    expect(await failed).toMatchObject({ code: 'aborted' })
    await settle()
    expect([dialog(), kit.wallet.page.cancelled.length]).toEqual([false, 1])
  })

  test('isn’t shown for a caller who has left before', async () => {
    const kit = await connected()
    waiting(kit.wallet)
    expect(await sign(kit, AbortSignal.abort())).toBeInstanceOf(Error)
    await settle()
    expect([kit.shown, dialog()]).toEqual([[], false])
  })

  test('[S6.4] is shown until the last of it is answered', async () => {
    const { ask, wallet } = await connected()
    const answers: ((answer: string) => void)[] = []
    wallet.instead.set('RPC_REQUEST', () => new Promise((resolve) => answers.push(resolve)))
    const both = [ask('personal_sign', ['0x', '0x']), ask('personal_sign', ['0x1', '0x'])]
    await expect.poll(() => answers.length).toBe(2)
    answers[0]?.('0xfirst')
    expect(await both[0]).toBe('0xfirst')
    await settle()
    expect(dialog()).toBe(true)
    answers[1]?.('0xsecond')
    expect(await both[1]).toBe('0xsecond')
    await settle()
    expect(dialog()).toBe(false)
  })

  test.each([
    ['by a kit without a place for it', { host: { showSurface: undefined } }],
    ['where the kit has one', {}],
  ])('is shown once the page has drawn it, and not after it was left: %s', async (_, options) => {
    const kit = await connected(options)
    kit.wallet.draws = false
    waiting(kit.wallet)
    const ending = new AbortController()
    const left = sign(kit, ending.signal)
    await settle()
    expect(dialog()).toBe(false)
    ending.abort()
    expect(await left).toMatchObject({ code: 'aborted' })
    await kit.wallet.draw()
    expect([dialog(), kit.wallet.page.cancelled.length]).toEqual([false, 1])
    const failed = sign(kit, new AbortController().signal)
    await settle()
    expect(dialog()).toBe(false)
    await kit.wallet.draw()
    expect(dialog()).toBe(true)
    document.querySelector('dialog')?.dispatchEvent(new Event('cancel'))
    expect(await failed).toMatchObject({ code: 'frame_aborted' })
  })

  test.each([
    ['until the page has nothing to show any more', ({ wallet }: ConnectedKit) => wallet.surface(false)],
    ['until the visitor closes it', () => document.querySelector('dialog')?.dispatchEvent(new Event('cancel'))],
  ])('stays after its answer where the page has something to show of that, %s', async (_, end) => {
    const kit = await connected()
    kit.wallet.stays = true
    kit.wallet.instead.set('RPC_REQUEST', () => '0xanswer')
    expect(await kit.ask('personal_sign', ['0x', '0x'])).toBe('0xanswer')
    await settle()
    expect(dialog()).toBe(true)
    end(kit)
    await settle()
    expect(dialog()).toBe(false)
    kit.wallet.stays = false
    await kit.ask('personal_sign', ['0x1', '0x'])
    await settle()
    expect(dialog()).toBe(false)
  })

  test('leaves with its answer where it lies over views of the kit’s, which say themselves what comes of it', async () => {
    const showSurface: ConnectorHost['showSurface'] = async ({ drawn, show, hide }) => {
      void drawn?.then(() => show(false))
      return hide
    }
    const kit = await connected({ host: { showSurface } })
    kit.wallet.stays = true
    kit.wallet.instead.set('RPC_REQUEST', () => '0xanswer')
    expect(await kit.ask('personal_sign', ['0x', '0x'])).toBe('0xanswer')
    await settle()
    expect(dialog()).toBe(false)
  })

  test('of an original’s page, which says nothing of that, is shown at once', async () => {
    const { ask, wallet } = await connected({ isOwn: false })
    wallet.instead.set('RPC_REQUEST', () => `${dialog()}`)
    expect(await ask('personal_sign', ['0x', '0x'])).toBe('true')
  })

  test('is shown in the frame’s own dialog by a kit without a place for it', async () => {
    const { ask, wallet } = await connected({ host: { showSurface: undefined } })
    wallet.instead.set('RPC_REQUEST', () => `${dialog()}`)
    expect(await ask('personal_sign', ['0x', '0x'])).toBe('true')
    await settle()
    expect(dialog()).toBe(false)
  })
})
