import type { Connector } from '@foyer/core'
import { connectorConformance, createTestHost, createTestTezosWallet } from '@foyer/testing'
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { freshKey, networkAt, standInPage } from '../test/stage.js'
import { tezos } from '../tezos.js'

const here = networkAt({ url: 'http://127.0.0.1:1', id: 'NetXdQprcVkpaWU' })
const there = networkAt({ url: 'http://127.0.0.1:1', id: 'NetXsqzbfFenSTS' })

beforeEach(() => void vi.stubGlobal('window', standInPage()))
afterEach(() => void vi.unstubAllGlobals())

connectorConformance({
  describe,
  test,
  expect,
  async make() {
    const made = await createTestTezosWallet({ name: 'Willow', accounts: [{ key: freshKey() }, { key: freshKey() }] })
    const host = createTestHost({ networks: [here, there] })
    const found: Connector[] = []
    const stop = tezos().discover?.({ host, register: (connector) => found.push(connector) })
    const leave = made.appearIn(window)
    window.dispatchEvent(new Event('pointerdown'))
    await vi.waitFor(() => expect(found).toHaveLength(1))
    stop?.()
    onTestFinished(leave)
    const { nextRequest, next, release, switchAccount, revoke } = made
    const wallet = {
      ...{ nextRequest, next, release, switchAccount, revoke },
      get accounts() {
        return made.accounts
      },
      get promptCount() {
        return made.promptCount
      },
      get listenerCount() {
        return made.listenerCount
      },
      disappear() {
        made.disappear()
        // The visitor comes back to the page.
        window.dispatchEvent(new Event('focus'))
      },
    }
    return { connector: found[0] ?? expect.fail(), host, here, there, wallet }
  },
})
