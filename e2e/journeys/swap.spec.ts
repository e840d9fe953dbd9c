import { erc20Abi, maxUint256, parseAbi, parseEther, parseUnits } from 'viem'
import { expect, test } from '../fixtures.js'
import { readReceipt } from './sendStage.js'
import { look, settled, show } from './shown.js'
import { openSwapping, reviewSwap } from './swapping.js'

const feeRouterAbi = parseAbi(['function feeBps() view returns (uint256)'])

test('[S1.6 S2.10 S4.13 S4.14 S4.15 S4.16 S4.17 S9.10 S9.11] [F27] swaps the coin for a token, a token for another after exactly its approval, and a token that is approved already for the coin', async ({
  page,
  journey,
}) => {
  const swapping = await openSwapping({ page, journey })
  const { modal, held, account, chain, tokenOf, open, sent, maple } = swapping
  await open()
  await expect(modal.title).toHaveText('Swap')
  const source = modal.dialog.getByLabel('You send', { exact: true })
  const to = modal.dialog.getByLabel('You receive', { exact: true })
  await expect(source).toHaveValue('1')
  await expect(modal.part('swap-input-token-sourceToken')).toContainText('ETH')
  await look({ page, name: 'swap-beginning' })

  await modal.part('swap-select-token-button-toToken').click()
  await settled(page, 'SwapSelectToken')
  await look({ page, name: 'swap-tokens' })
  // Until its own transaction is estimated, a swap's fee is what swaps usually take.
  const estimates = ['eth_estimateGas', 'eth_maxPriorityFeePerGas'].map((method) =>
    page.waitForResponse((response) => response.request().postData()?.includes(method) ?? false),
  )
  await modal.part('swap-select-token-item-FYR').click()
  await settled(page, 'Swap')
  await expect(to).toHaveValue(/^5,[6-9]\d\d(\.\d+)?$/)
  await Promise.all(estimates)
  await expect(modal.part('swap-action')).toHaveText('Review swap')
  await modal.part('details-summary').click()
  await expect(modal.part('detail-list')).toContainText('0.85%')
  // One's own slippage: what can't be taken is said, and what was set before holds.
  const slippage = modal.part('swap-slippage-input')
  await slippage.fill('11')
  await expect(modal.part('swap-slippage-fault')).toHaveText('From 0.1% to 10%. Until then 1% holds.')
  await slippage.fill('0,75')
  await expect(modal.part('swap-slippage-fault')).toBeEmpty()
  await look({ page, name: 'swap-quoted' })
  await expect(modal.part('fee')).toHaveText(/ETH$/)
  const expectedInForm = await modal.part('fee').textContent()
  const coins = await held()
  const built = page.waitForRequest(/build-transaction/)
  await reviewSwap({ page, modal, action: 'Swap' })
  expect((await built).postDataJSON().eip155.slippage).toBe(0.75)
  const least = /If less than ([\d.,]+) FYR/.exec((await modal.part('details').textContent()) ?? '')?.[1] ?? ''
  const shown = least.replaceAll(',', '')
  // The form and the review expect the same, and what is paid is about that.
  const estimated = await modal.part('fee').textContent()
  expect(estimated).toBe(expectedInForm)
  await look({ page, name: 'swap-review' })
  await modal.part('swap-confirm').click()
  await settled(page, 'Receipt')
  await expect(modal.part('receipt-done')).toContainText('Swapped')
  await expect(modal.part('sum')).toHaveText('−1 ETH')
  await expect(modal.part('sum-note')).toHaveText(/^for at least 5,[6-9]\d\d(\.\d+)? FYR$/)
  const coinsIn = (text: string | null) => Number(/([\d.]+) ETH$/.exec(text ?? '')?.[1])
  const paid = coinsIn(await modal.part('fee').textContent())
  expect(Math.abs(paid / coinsIn(estimated) - 1)).toBeLessThan(0.35)
  await look({ page, name: 'swap-receipt' })
  await readReceipt({ page, modal })
  await expect.poll(() => held('FYR')).toBeGreaterThanOrEqual(parseEther(shown))
  expect(coins - (await held())).toBeGreaterThanOrEqual(parseEther('1'))
  expect(sent()).toBe(1)

  // A token for another: the allowance is none, so it's asked for first, of exactly the amount.
  const fyr = await held('FYR')
  await open({ fromToken: 'fyr', toToken: 'DUSD', amount: '100' })
  await expect(source).toHaveValue('100')
  await expect(to).toHaveValue(/^4\d(\.\d+)?$/)
  await reviewSwap({ page, modal, action: 'Approve' })
  await expect(modal.part('review-status')).toHaveText(
    'First you allow exactly 100 FYR to be swapped, and nothing more.',
  )
  await look({ page, name: 'swap-approval' })
  maple.next({ send: 'hang' })
  const asked = maple.nextRequest('eth_sendTransaction')
  await modal.part('swap-confirm').click()
  await asked
  await expect(modal.part('swap-confirm')).toHaveText('Approving...')
  await expect(modal.part('review-status')).toHaveText('Approve limit increase in your wallet')
  maple.release()
  await expect(modal.part('swap-confirm')).toHaveText('Swap')
  await expect(modal.part('swap-confirm')).not.toHaveAttribute('aria-busy')
  const spender = `0x${(await swapping.approved()).slice(2)}` as const
  const allowance = () =>
    chain.readContract({ address: tokenOf('FYR'), abi: erc20Abi, functionName: 'allowance', args: [account, spender] })
  expect(await allowance()).toBe(parseEther('100'))
  await modal.part('swap-confirm').click()
  await readReceipt({ page, modal })
  await expect.poll(() => held('DUSD')).toBeGreaterThan(parseUnits('45', 6))
  expect(fyr - (await held('FYR'))).toBe(parseEther('100'))
  expect(await allowance()).toBe(0n)
  expect(await chain.readContract({ address: spender, abi: feeRouterAbi, functionName: 'feeBps' })).toBe(85n)

  // Out to the coin, where the allowance is there already.
  await swapping.approve({ symbol: 'FYR', spender, amount: parseEther('200') })
  const before = await held()
  await open({ fromToken: 'FYR', toToken: 'ETH', amount: '200' })
  await reviewSwap({ page, modal, action: 'Swap' })
  await modal.part('swap-confirm').click()
  await readReceipt({ page, modal })
  await expect.poll(held).toBeGreaterThan(before)
})

test('[S4.16] [F27] a wallet that carries calls out as one approves exactly what it swaps, in the same step; nothing is left of the allowance', async ({
  page,
  journey,
}) => {
  const executor = journey.local.chains[0].delegation?.delegate
  const swapping = await openSwapping({ page, journey, calls: { version: '2.0.0', executor } })
  const { modal, held, account, chain, tokenOf, open, sent, maple } = swapping
  const batches = () => maple.requests.filter(({ method }) => method === 'wallet_sendCalls').length
  await open({ fromToken: 'ETH', toToken: 'FYR', amount: '1' })
  await reviewSwap({ page, modal, action: 'Swap' })
  await modal.part('swap-confirm').click()
  await readReceipt({ page, modal })
  await expect.poll(() => held('FYR')).toBeGreaterThan(parseEther('5000'))

  const fyr = await held('FYR')
  await open({ fromToken: 'FYR', toToken: 'DUSD', amount: '100' })
  await reviewSwap({ page, modal, action: 'Approve and swap' })
  await expect(modal.part('review-status')).toHaveText(
    'You allow exactly 100 FYR and swap it: both happen, or neither does.',
  )
  await look({ page, name: 'swap-as-one' })
  maple.next({ sendCalls: 'reject' })
  await modal.part('swap-confirm').click()
  await expect(modal.part('review-trouble')).toHaveText('The request was not approved in the wallet.')
  await modal.part('swap-confirm').click()
  await settled(page, 'Receipt')
  await readReceipt({ page, modal })
  await expect.poll(() => held('DUSD')).toBeGreaterThan(parseUnits('45', 6))
  expect(fyr - (await held('FYR'))).toBe(parseEther('100'))
  const spender = await swapping.approved()
  const allowance = {
    address: tokenOf('FYR'),
    abi: erc20Abi,
    functionName: 'allowance',
    args: [account, spender],
  } as const
  expect(await chain.readContract(allowance)).toBe(0n)
  expect([batches(), sent()]).toEqual([2, 1])

  // A wallet that doesn't do it after all is asked for one after the other.
  await open({ fromToken: 'FYR', toToken: 'DUSD', amount: '50' })
  await reviewSwap({ page, modal, action: 'Approve and swap' })
  maple.next({ sendCalls: { code: 5750 } })
  await modal.part('swap-confirm').click()
  await expect(modal.part('swap-confirm')).toHaveText('Approve')
  expect([batches(), sent()]).toEqual([3, 1])
})

test('[S4.13] by keyboard alone: takes all of a token, turns the two around, and wraps the coin one for one', async ({
  page,
  journey,
}) => {
  const { modal, held, open } = await openSwapping({ page, journey })
  await open({ amount: '0.25' })
  await modal.part('swap-select-token-button-toToken').press('Enter')
  await settled(page, 'SwapSelectToken')
  await modal.part('swap-select-token-item-WETH').press('Enter')
  await settled(page, 'Swap')
  await expect(modal.dialog.getByLabel('You receive', { exact: true })).toHaveValue('0.25')
  await modal.button('Review swap').press('Enter')
  await settled(page, 'SwapPreview')
  await expect(modal.part('swap-confirm')).not.toHaveAttribute('aria-busy')
  await modal.part('swap-confirm').press('Enter')
  await readReceipt({ page, modal })
  await expect.poll(() => held('WETH')).toBe(parseEther('0.25'))

  await open({ toToken: 'WETH' })
  await modal.button('Swap the two tokens').press('Enter')
  await expect(modal.part('swap-input-token-sourceToken')).toContainText('WETH')
  await modal.button('Max').press('Enter')
  await expect(modal.dialog.getByLabel('You send', { exact: true })).toHaveValue('0.25')
  await expect(modal.dialog.getByLabel('You receive', { exact: true })).toHaveValue('0.25')
  await modal.button('Review swap').press('Enter')
  await settled(page, 'SwapPreview')
  await expect(modal.part('swap-confirm')).not.toHaveAttribute('aria-busy')
  await modal.part('swap-confirm').press('Enter')
  await readReceipt({ page, modal })
  await expect.poll(() => held('WETH')).toBe(0n)
})

test('[S5.12 S5.13 S5.14 S8.12 S8.13] what is missing or wrong is said; a refusal in the wallet leaves everything as it was', async ({
  page,
  journey,
}) => {
  const { modal, maple, open, sent, held } = await openSwapping({ page, journey })
  await open()
  const action = modal.part('swap-action')
  const source = modal.dialog.getByLabel('You send', { exact: true })
  await expect(action).toHaveText('Select token')
  await open({ toToken: 'DUSD' })
  await source.fill('')
  await expect(action).toHaveText('Enter amount')
  await source.fill('1000')
  await expect(action).toHaveText('Insufficient balance')
  await look({ page, name: 'swap-insufficient' })
  await source.fill('0.000000000000000001')
  await expect(action).toHaveText('Incorrect amount')
  await expect(modal.dialog).toContainText('Please enter a valid amount')
  await source.fill('0,5')
  await expect(source).toHaveValue('0.5')

  await reviewSwap({ page, modal, action: 'Swap' })
  maple.next({ send: 'reject' })
  await modal.part('swap-confirm').click()
  await expect(modal.part('review-trouble')).toHaveText('The request was not approved in the wallet.')
  expect(sent()).toBe(1)
  maple.next({ send: 'hang' })
  const asked = maple.nextRequest('eth_sendTransaction')
  await modal.part('swap-confirm').click()
  await asked
  await expect(modal.part('review-status')).toHaveText('Confirm transaction in your wallet')
  maple.release()
  await readReceipt({ page, modal })
  await expect.poll(() => held('DUSD')).toBeGreaterThan(parseUnits('1400', 6))

  await open({ fromToken: 'DUSD', toToken: 'FYR', amount: '10' })
  await reviewSwap({ page, modal, action: 'Approve' })
  maple.next({ send: 'reject' })
  await modal.part('swap-confirm').click()
  await expect(modal.part('review-trouble')).toHaveText('The request was not approved in the wallet.')
  await expect(modal.part('swap-confirm')).toHaveText('Approve')
})

interface Built {
  tx: { to: string; data: string; amount?: string; value?: string }
}

const other = '00000000000000000000000000000000deadbeef'
const swapDigits = (data: string, at: number, word: string) =>
  data.slice(0, 10 + at * 64) + word.padStart(64, '0') + data.slice(10 + (at + 1) * 64)

test('[S4.16] [F27] a server that builds another transaction than the one that was seen doesn’t reach the wallet', async ({
  page,
  journey,
}) => {
  const { modal, open, sent, tokenOf } = await openSwapping({ page, journey })
  const unsafe = 'This transaction does not match what you saw, so it was not sent to the wallet.'
  let change = (built: Built): Built => built
  const tamper = async (path: string) =>
    page.route(`**/v1/convert/${path}*`, async (route) => {
      const response = await route.fetch()
      const built: Built = await response.json()
      await route.fulfill({ response, json: change(built) })
    })
  await tamper('build-transaction')
  await tamper('build-approve')
  const isRefused = async (changed: typeof change, what: string) => {
    change = changed
    await modal.button('Review swap').click()
    await settled(page, 'SwapPreview')
    await expect(modal.part('review-trouble'), what).toHaveText(unsafe)
    await modal.button('Cancel').click()
    await settled(page, 'Swap')
  }
  const withTx = (own: (tx: Built['tx']) => Partial<Built['tx']>) => (built: Built) => ({
    tx: { ...built.tx, ...own(built.tx) },
  })

  // By the fee router: swapNativeForTokens(minAmountOut, path, deadline).
  await open({ toToken: 'FYR', amount: '0.5' })
  const caip = (address: string) => `eip155:${journey.local.chains[0].id}:${address}`
  await isRefused(
    withTx(() => ({ to: caip(`0x${other}`) })),
    'another target',
  )
  await isRefused(
    withTx(({ data }) => ({ data: swapDigits(data, 0, '1') })),
    'a lower minimum',
  )
  await isRefused(
    withTx(({ data }) => ({ data: `0xa9059cbb${data.slice(10)}` })),
    'an unknown call',
  )
  await isRefused(
    withTx(() => ({ amount: parseEther('5').toString() })),
    'another value',
  )
  await isRefused(
    withTx(({ data }) => ({ data: data.slice(0, -64) + other.padStart(64, '0') })),
    'another token',
  )
  // A router that pays whom it is told: swapExactETHForTokens(min, path, to, deadline).
  await isRefused(
    withTx(({ data }) => {
      const word = (at: number) => data.slice(10 + at * 64, 10 + (at + 1) * 64)
      const path = data.slice(10 + 3 * 64)
      const offset = (128).toString(16).padStart(64, '0')
      return { data: `0x7ff36ab5${word(0)}${offset}${other.padStart(64, '0')}${word(2)}${path}` }
    }),
    'another recipient',
  )

  change = (built) => built
  await modal.button('Review swap').click()
  await settled(page, 'SwapPreview')
  await modal.part('swap-confirm').click()
  await readReceipt({ page, modal })
  expect(sent()).toBe(1)

  await open({ fromToken: 'FYR', toToken: 'DUSD', amount: '50' })
  await isRefused(
    withTx(({ data }) => ({ data: swapDigits(data, 0, other) })),
    'another spender',
  )
  await isRefused(
    withTx(({ data }) => ({ data: swapDigits(data, 1, maxUint256.toString(16)) })),
    'an unlimited approval',
  )
  await isRefused(
    withTx(() => ({ to: caip(tokenOf('DUSD')) })),
    'another token',
  )
  expect(sent()).toBe(1)
})

test('[S8.6 S9.15] where nothing can be swapped the visitor is offered the networks where it can; what can’t be loaded can be asked for again', async ({
  page,
  journey,
}) => {
  const [home, away] = journey.local.chains
  const { modal, open } = await openSwapping({ page, journey })
  journey.expectTrouble(/400/)
  const pattern = '**/v1/convert/tokens*'
  await page.route(pattern, (route) =>
    route.request().url().includes(`${home.id}`) ? route.fulfill({ json: { tokens: [] } }) : route.continue(),
  )
  await show(page, { view: 'Account' })
  await page.evaluate(() => window.kits[0]?.open({ view: 'Swap' }))
  await settled(page, 'UnsupportedChain')
  await expect(modal.dialog).toContainText('Tokens cannot be swapped on your current network.')
  await expect(modal.part('network')).toHaveCount(1)
  await expect(modal.part('network')).toContainText(away.name)
  await modal.part('network').click()
  await settled(page, 'Swap')
  await expect(modal.part('swap-fields')).toBeVisible()
  // The visitor isn't held here, as the application itself supports the network.
  await page.evaluate((networkId) => window.kits[0]?.switchNetwork(networkId), `eip155:${home.id}` as const)
  await settled(page, 'UnsupportedChain')
  await modal.button('Close').click()
  await expect(modal.dialog).toBeHidden()

  await page.unroute(pattern)
  await open()
  await page.evaluate(() => window.kits[0]?.close())
  await page.route(pattern, (route) => route.fulfill({ status: 400, json: {} }))
  await page.evaluate(() => window.kits[0]?.open({ view: 'Swap' }))
  await expect(modal.part('error-state')).toHaveText(/Failed to initialize swap/)
  await page.unroute(pattern)
  await modal.part('retry').click()
  await expect(modal.part('swap-fields')).toBeVisible()
})
