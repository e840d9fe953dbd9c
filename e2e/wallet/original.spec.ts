import { isAddress, isHex, verifyMessage } from 'viem'
import { addresses } from '../addresses.js'
import { expect, type Journey, test } from '../fixtures.js'
import { mailsTo, mailThat, walletIn } from '../journeys/embeddedWallet.js'
import { setBalance } from '../setBalance.js'
import { type OriginalHost, type OriginalPage, type Outcome, openOriginal, serveOriginal } from './originalStage.js'

let host: OriginalHost
test.beforeAll(async () => {
  host = await serveOriginal(addresses())
})
test.afterAll(() => host.stop())

const email = 'original@example.com'
const isLink = /\/confirm#/

const answerOf = (outcome: Outcome): unknown => {
  if ('failure' in outcome) throw new Error(`It fails: ${outcome.failure}`)
  return outcome.answer
}

/** Confirms a login on the page that its mail leads to. */
async function useLink({ page }: OriginalPage, journey: Journey): Promise<void> {
  const { links } = await mailThat(journey, { email, says: isLink })
  const confirming = await page.context().newPage()
  await confirming.goto(links.find((each) => isLink.test(each)) ?? '')
  await confirming.getByRole('button', { name: /^Yes/ }).click()
  await expect(confirming.getByText(/Confirmed/)).toBeVisible()
  await confirming.close()
}

const codeIn = async (journey: Journey): Promise<string> => {
  const { subject } = await mailThat(journey, { email, says: /\b\d{6}\b/ })
  return /\d{6}/.exec(subject)?.[0] ?? ''
}

/** Logs in as the original's views do: address, wait for the link, code, account. @returns what GET_USER answers */
async function logIn(original: OriginalPage, journey: Journey): Promise<{ readonly address: `0x${string}` }> {
  expect(answerOf(await original.call('connectEmail', { email }))).toEqual({ action: 'VERIFY_DEVICE' })
  const waiting = original.call('connectDevice')
  await useLink(original, journey)
  expect(answerOf(await waiting)).toBeNull()
  const code = await codeIn(journey)
  const wrong = code.replace(/^./, (digit) => String((Number(digit) + 1) % 10))
  expect(await original.call('connectOtp', { otp: wrong })).toEqual({ failure: 'Invalid code' })
  expect(answerOf(await original.call('connectOtp', { otp: code }))).toBeNull()
  const [{ id }] = journey.local.chains
  const user = Object(answerOf(await original.call('connect', { chainId: id })))
  expect(user).toMatchObject({ email, chainId: id, accounts: [{ address: user.address, type: 'eoa' }] })
  return user
}

test('[S7.39 S7.41] AppKit’s own client logs in, reads, signs and logs out, message by message', async ({
  context,
  journey,
}) => {
  // A wrong code is refused.
  journey.expectTrouble(/status of 403/)
  const { local } = journey
  const [chain, other] = local.chains
  const original = await openOriginal({ context, journey, host })
  expect(answerOf(await original.call('isConnected'))).toEqual({ isConnected: false })
  const { address } = await logIn(original, journey)
  if (!isAddress(address)) throw new Error('It has no address.')

  expect(answerOf(await original.call('isConnected'))).toEqual({ isConnected: true })
  expect(answerOf(await original.call('getUser', { chainId: chain.id }))).toMatchObject({ email, address })
  expect(answerOf(await original.call('getChainId'))).toEqual({ chainId: chain.id })
  const named = `eip155:${other.id}` as const
  expect(answerOf(await original.call('switchNetwork', named))).toEqual({ chainId: named })
  expect(answerOf(await original.call('switchNetwork', chain.id))).toEqual({ chainId: chain.id })
  expect(await original.call('switchNetwork', 999)).toEqual({ failure: 'This wallet doesn’t have that network.' })
  expect(answerOf(await original.call('getSmartAccountEnabledNetworks'))).toEqual({ smartAccountEnabledNetworks: [] })
  expect(await original.call('setPreferredAccount', 'smartAccount')).toEqual({
    failure: 'This wallet has no smart accounts yet.',
  })
  const metadata = { name: 'A dapp', description: '', url: host.origin, icons: [] }
  const dapp = { projectId: 'foyer-demo', sdkVersion: 'html-wagmi-1.7.6', sdkType: 'appkit', metadata } as const
  expect(answerOf(await original.call('syncDappData', dapp))).toBeNull()
  const theme = {
    themeMode: 'dark',
    w3mThemeVariables: { '--w3m-accent': '#ff0000', '--w3m-background': '#000' },
  } as const
  expect(answerOf(await original.call('syncTheme', theme))).toBeNull()

  await setBalance({ chain, address, ether: '3' })
  const balance = { method: 'eth_getBalance', params: [address, 'latest'] } as const
  expect(BigInt(String(answerOf(await original.call('request', balance))))).toBe(3n * 10n ** 18n)
  expect(answerOf(await original.call('request', { method: 'eth_accounts' }))).toEqual([address])
  expect(answerOf(await original.call('request', { method: 'eth_chainId' }))).toBe(chain.id)
  expect(answerOf(await original.call('getCapabilities'))).toEqual({})
  const assets = { method: 'wallet_getAssets', params: {} } as const
  expect(await original.call('request', assets)).toEqual({ failure: 'This wallet doesn’t have that method.' })

  const wallet = walletIn(original.page)
  const sign = { method: 'personal_sign', params: ['0x68656c6c6f', address] } as const
  const rejecting = original.call('request', sign)
  await original.show(true)
  await wallet.getByRole('button', { name: 'Reject' }).click()
  expect(await rejecting).toEqual({ failure: 'You rejected the request.' })
  const signing = original.call('request', sign)
  await expect(wallet.locator('[data-part="asks"]')).toContainText(new URL(host.origin).host)
  await wallet.locator('[part~="approve"]').click()
  const signature = answerOf(await signing)
  if (!isHex(signature)) throw new Error('Nothing was signed.')
  expect(await verifyMessage({ address, message: 'hello', signature })).toBe(true)
  await original.show(false)

  await original.page.reload()
  await original.page.waitForFunction(() => Reflect.has(globalThis, 'original'))
  expect(answerOf(await original.call('isConnected'))).toEqual({ isConnected: true })
  expect(answerOf(await original.call('connect', { chainId: chain.id }))).toMatchObject({ email, address })
  expect(answerOf(await original.call('disconnect'))).toBeNull()
  expect(await original.call('getUser', { chainId: chain.id })).toEqual({
    failure: 'You are logged out of your wallet. Log in again.',
  })
  expect(await original.timeouts()).toEqual([])
})

test('[S9.28] AppKit’s own client that goes back and forth meets its login again, without a second mail', async ({
  context,
  journey,
}) => {
  const original = await openOriginal({ context, journey, host })
  const whose = 'patient@example.com'
  expect(answerOf(await original.call('connectEmail', { email: whose }))).toEqual({ action: 'VERIFY_DEVICE' })
  // Answered before the 30 seconds after which the original gives up listening for good.
  expect(await original.call('connectDevice')).toEqual({ failure: 'The link in your mail wasn’t opened yet.' })
  expect(await original.timeouts()).toEqual([])
  const { links } = await mailThat(journey, { email: whose, says: isLink })
  await expect
    .poll(() => original.call('connectEmail', { email: whose }))
    .toEqual({ answer: { action: 'VERIFY_DEVICE' } })
  const waiting = original.call('connectDevice')
  const confirming = await context.newPage()
  await confirming.goto(links.find((each) => isLink.test(each)) ?? '')
  await confirming.getByRole('button', { name: /^Yes/ }).click()
  expect(answerOf(await waiting)).toBeNull()
  await mailThat(journey, { email: whose, says: /\b\d{6}\b/ })
  expect((await mailsTo(journey, whose)).filter(({ text }) => isLink.test(text))).toHaveLength(1)
})

test('[S1.3 S7.39] AppKit’s own client logs in at a provider: its window, its word to the page that opened it, the account', async ({
  context,
  journey,
}) => {
  const { local } = journey
  const [chain] = local.chains
  const original = await openOriginal({ context, journey, host })
  // A provider that cuts its windows off ends such a login: AppKit's client takes its window for closed, and hears nothing from it.
  await context.route(`${local.socials}/**`, async (route) => {
    const response = await route.fetch({ maxRedirects: 0 })
    const { 'cross-origin-opener-policy': _, ...headers } = response.headers()
    await route.fulfill({ response, headers })
  })
  const { uri } = Object(answerOf(await original.call('getSocialRedirectUri', { provider: 'google' })))
  const opening = context.waitForEvent('page')
  const said = original.page.evaluate(
    ([loading, to]) =>
      new Promise<{ readonly origin: string; readonly resultUri: string }>((resolve) => {
        const popup = window.open(loading, 'popupWindow', 'width=600,height=800,scrollbars=yes')
        window.addEventListener('message', ({ data, origin }) => {
          if (data.resultUri) resolve({ origin, resultUri: data.resultUri })
        })
        if (popup) popup.location.href = to
      }),
    [`${local.wallet}/loading`, String(uri)] as const,
  )
  const popup = await opening
  await popup.getByRole('button', { name: 'Continue with Google' }).click()
  await popup.getByRole('link', { name: /Ada Lovelace/ }).click()
  const { origin, resultUri } = await said
  expect(origin).toBe(local.wallet)
  const user = Object(answerOf(await original.call('connect', { socialUri: resultUri })))
  expect(user).toMatchObject({ email: 'ada@mail.test', userName: 'Ada Lovelace', chainId: chain.id })
  expect(answerOf(await original.call('getUser', { chainId: chain.id }))).toMatchObject({ address: user.address })
  expect(await original.timeouts()).toEqual([])
})

test('[S1.2 S7.39] AppKit’s own client logs in at Farcaster: its code leads a telephone there, and what is signed there is its account’s', async ({
  context,
  journey,
}) => {
  const [chain] = journey.local.chains
  const original = await openOriginal({ context, journey, host })
  const { url } = Object(answerOf(await original.call('getFarcasterUri')))
  expect(new URL(url).origin).toBe(journey.local.farcaster)
  const connecting = original.call('connectFarcaster')
  const telephone = await context.newPage()
  await telephone.goto(url)
  await expect(telephone.getByText(`to ${new URL(journey.local.wallet).host}`)).toBeVisible()
  await telephone.getByRole('button', { name: /Ada Lovelace/ }).click()
  expect(answerOf(await connecting)).toEqual({ userName: 'ada' })
  const user = Object(answerOf(await original.call('connect', { chainId: chain.id })))
  expect(user).toMatchObject({ chainId: chain.id, accounts: [{ address: user.address, type: 'eoa' }] })
  expect(isAddress(user.address)).toBe(true)
  expect(await original.timeouts()).toEqual([])
})
