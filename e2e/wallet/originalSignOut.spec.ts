import type { BrowserContext } from '@playwright/test'
import { expect, type Journey } from '../fixtures.js'
import { emailOf } from '../journeys/embeddedWallet.js'
import { test } from '../journeys/ownServices.js'
import { onlyFull } from '../onlyFull.js'
import { addressOf, answerOf, disconnectIn, logIn, said } from './originalModal.js'
import { type OriginalHost, type OriginalPage, openOriginal, serveOriginal } from './originalStage.js'

let host: OriginalHost
test.beforeAll(async ({ local }) => {
  host = await serveOriginal(local)
})
test.afterAll(() => host.stop())

interface Opened {
  readonly context: BrowserContext
  readonly journey: Journey
}

/** Logs in, loads the page anew, and signs out in AppKit's own modal. @returns the marks of what wagmi has of logins before and after */
async function signOutAfterReload(original: OriginalPage, { journey }: Opened) {
  const { page } = original
  const loginsNow = async () => {
    const logins = Object(answerOf(await original.call('logins')))
    return { kept: [logins.kept].flat(), made: [logins.made].flat() }
  }
  await logIn(original, journey, emailOf('leaving'))
  await page.reload()
  await addressOf(original)
  // AppKit has taken the login up, whatever wagmi has kept of it.
  await expect
    .poll(async () => {
      const { kept, made } = await loginsNow()
      return kept.some((uid) => made.includes(uid))
    })
    .toBe(true)
  const before = await loginsNow()
  await disconnectIn(original)
  // The wallet is signed out, in any case.
  expect(await original.call('wallet', 'setPreferredAccount', 'eoa')).toEqual({
    failure: 'You are logged out of your wallet. Log in again.',
  })
  return { before, after: await loginsNow() }
}

test(
  'what AppKit’s client leaves connected in wagmi, once it has signed out after a reload, is what wagmi kept of the page before: by a connector that is no more',
  onlyFull,
  async ({ context, journey }) => {
    const original = await openOriginal({ context, journey, host })
    const { before, after } = await signOutAfterReload(original, { context, journey })
    // Of one login there are two, of which AppKit ends by their common id the one that it made.
    expect(before.kept).toHaveLength(2)
    const former = before.kept.filter((uid) => !before.made.includes(uid))
    expect(former).toHaveLength(1)
    expect(after.kept).toEqual(former)
    await expect(said(original.page)).toContainText('connected 0x')
    await original.page.reload()
    await expect(said(original.page)).toHaveText('disconnected')
  },
)

test(
  'where wagmi keeps nothing of the page before, the same sign-out disconnects it: the wallet’s answers are the same',
  onlyFull,
  async ({ context, journey }) => {
    await context.addInitScript((origin) => {
      if (location.origin === origin) localStorage.removeItem('wagmi.store')
    }, host.origin)
    const original = await openOriginal({ context, journey, host })
    const { before, after } = await signOutAfterReload(original, { context, journey })
    expect(before.kept).toHaveLength(1)
    expect(after.kept).toEqual([])
    await expect(said(original.page)).toHaveText('disconnected')
  },
)
