import { expect, type Journey, test } from '../fixtures.js'
import { hostButton, hostStatus, openHost } from '../host.js'
import { createOfficialWallet } from '../officialWallet.js'
import { unless } from '../onlyFull.js'
import { copyLink } from './copyLink.js'
import { familyPage } from './familyPage.js'
import { type FamilyWay, familyWays } from './familyWays.js'
import { modalOf } from './modal.js'
import { look, settled, show } from './shown.js'

const message = 'Good morning from Foyer <👋>'
const given = ({ one }: FamilyWay) => 5n * one
/** Not a round number of coins. */
const sent = ({ one }: FamilyWay) => (one * 1_234_567n) / 1_000_000n

/** What a family's way does with the connected wallet, and what is said of it. */
function ownPage({ way, page }: { readonly way: FamilyWay } & Pick<Parameters<typeof openHost>[0], 'page'>) {
  const own = familyPage(page, way.family)
  return {
    ...own,
    /** Sends coins. @returns what is left, which the page says too */
    async sendSome(): Promise<string> {
      const { hash, status, fee } = await own.send({ to: await way.freshAddress(), units: `${sent(way)}` })
      expect([hash, status]).toEqual([expect.stringMatching(way.hash), 'success'])
      if (way.fee === undefined) expect(BigInt(fee)).toBeGreaterThan(0n)
      else expect(fee).toBe(`${way.fee}`)
      const left = `${given(way) - sent(way) - BigInt(fee)}`
      expect(await own.balance()).toBe(left)
      return left
    },
  }
}

const settingsOf = (way: FamilyWay, { local }: Journey) => ({ [way.chain]: local[way.chain] })

for (const way of familyWays)
  for (const [index, signIn] of way.signIns.entries())
    test(
      `[S2.23 S3.5 S4.9 S4.10 S7.33] [F27] a visitor of ${way.word} connects by ${way.by}, signs in (${signIn}), signs and sends, is restored, and disconnects`,
      unless(index === 0),
      async ({ page, journey }) => {
        const { url, caipNetworkId: caip2Network } = journey.local[way.chain]
        const { wallet, address, isSigned } = await way.reach({ page, local: journey.local, amount: given(way) })
        const asked: string[] = []
        page.on('request', (request) => asked.push(request.url()))
        const modal = modalOf(page)
        const own = ownPage({ way, page })
        const signedIn = () => own.signedIn({ signIn, word: way.word, isSigned })
        const isSignedHere = async () =>
          isSigned({ message, signature: await own.sign(message), address, host: new URL(page.url()).host })
        await openHost({ page, journey, settings: { ...settingsOf(way, journey), signIn } })
        // Nothing of the family's chain is fetched before a wallet is picked.
        await expect(hostButton(page)).toBeVisible()
        expect(asked.filter((each) => new RegExp(`${way.chain}-(?!${way.chain}|discover)`).test(each))).toEqual([])
        await hostButton(page).click()
        await expect(modal.wallet(way.name)).toBeVisible()
        await look({ page, name: `${way.chain}-1-connect-${signIn}` })
        await modal.wallet(way.name).click()
        await settled(page, 'SIWXSignMessage')
        await expect(hostStatus(page)).toContainText('connected')
        expect(wallet.promptCount).toBe(1)
        await modal.part('sign-in-sign').click()
        await expect(modal.dialog).toBeHidden()
        expect(await signedIn()).toMatchObject({ address, caip2Network })
        expect(wallet.promptCount).toBe(2)

        expect(await isSignedHere()).toBe(true)
        const left = await own.sendSome()
        if (way.coin !== undefined) {
          await show(page, { view: 'Account' })
          await expect(modal.dialog).toContainText(way.coin)
          await look({ page, name: `${way.chain}-2-account-${signIn}` })
          await page.keyboard.press('Escape')
          await expect(modal.dialog).toBeHidden()
        }
        // The page asks the chain by way of the operator's server alone.
        expect(asked.filter((each) => new URL(each).origin === new URL(url).origin)).toEqual([])

        await page.reload()
        await expect(hostStatus(page)).toContainText('connected')
        expect(await own.balance()).toBe(left)
        expect(await signedIn()).toMatchObject({ address, caip2Network })
        await expect(modal.dialog).toBeHidden()
        const countOf = (name: string) => wallet.requests.filter(({ method }) => method === name).length
        expect(Object.fromEntries(Object.keys(way.asked).map((name) => [name, countOf(name)]))).toEqual(way.asked)
        if (way.signsAgain) expect(await isSignedHere()).toBe(true)

        await page.evaluate(() => window.kits[0]?.disconnect())
        await expect(hostStatus(page)).toHaveText('disconnected')
        if (way.askedAtLeave !== undefined)
          await expect.poll(() => wallet.requests.at(-1)?.method).toBe(way.askedAtLeave)
        await page.reload()
        await expect(hostButton(page)).toBeVisible()
        await expect(hostStatus(page)).toHaveText('disconnected')
      },
    )

test.describe('over WalletConnect', () => {
  test.use({ permissions: ['clipboard-read', 'clipboard-write'] })

  /** One is walked in every run; a family with two ways in the page has one here. */
  const ways = familyWays.filter(
    ({ family }, index) => familyWays.findIndex((each) => each.family === family) === index,
  )
  for (const [index, way] of ways.entries())
    test(
      `[S3.5 S7.36 S7.37] an official wallet with a real key of ${way.word} is paired, signs in, signs, sends, is restored and let go`,
      unless(index === 0),
      async ({ page, journey }) => {
        const { local } = journey
        const { caipNetworkId: caip2Network } = local[way.chain]
        const keys = await way.reachElsewhere({ local, amount: given(way) })
        const { address, isSigned, sessionAccount = address } = keys
        const wallet = await createOfficialWallet({
          relay: local.relay,
          accountOn: (each) => (each === caip2Network ? sessionAccount : '0x0000000000000000000000000000000000000001'),
          answer: keys.answer,
        })
        const modal = modalOf(page)
        const own = ownPage({ way, page })
        const settings = { ...settingsOf(way, journey), relay: local.relay, signIn: 'required' } as const
        await openHost({ page, journey, settings })
        await hostButton(page).click()
        await modal.wallet('WalletConnect').click()
        await expect(modal.code).toBeVisible()
        await wallet.pair(await copyLink(page))
        await settled(page, 'SIWXSignMessage')
        await modal.part('sign-in-sign').click()
        await expect(modal.dialog).toBeHidden()
        const signedIn = await own.signedIn({ signIn: 'required', word: way.word, isSigned })
        expect(signedIn).toMatchObject({ address, caip2Network })

        const { host } = new URL(page.url())
        expect(await isSigned({ message, signature: await own.sign(message), address, host })).toBe(true)
        const left = await own.sendSome()
        expect(wallet.asked.map(({ method }) => method)).toEqual(way.askedElsewhere)

        await page.reload()
        await expect(hostStatus(page)).toContainText('connected')
        expect(await own.balance()).toBe(left)
        await page.evaluate(() => window.kits[0]?.disconnect())
        await expect(hostStatus(page)).toHaveText('disconnected')
        await expect.poll(() => wallet.sessionCount).toBe(0)
        await wallet.close()
      },
    )
})
