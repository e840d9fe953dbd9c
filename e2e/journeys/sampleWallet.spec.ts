import { encodeFunctionData, maxUint256, parseAbi } from 'viem'
import { expect, test } from '../fixtures.js'
import { createOfficialClient, type OfficialClient, type OfficialSession } from '../officialClient.js'
import { examine } from './examine.js'
import { connectButton, disconnect, fact, modalOf } from './modal.js'
import { openSampleWallet, type SampleWallet, sampleWalletIn } from './sampleWallet.js'

const wishes = {
  methods: ['personal_sign', 'eth_sendTransaction', 'wallet_switchEthereumChain', 'wallet_addEthereumChain'],
  events: ['chainChanged', 'accountsChanged'],
}

/** Connects an application that isn't ours. */
async function connected({
  dapp,
  wallet,
  chains,
}: {
  readonly dapp: OfficialClient
  readonly wallet: SampleWallet
  readonly chains: readonly string[]
}): Promise<OfficialSession> {
  const { uri, approval } = await dapp.connect({ optionalNamespaces: { eip155: { chains, ...wishes } } })
  const approved = approval()
  await wallet.pair(uri)
  await wallet.press('Connect')
  return approved
}

test('[F13] requests are read, told what they do, and what can’t be read takes a step of its own; every card in every look', async ({
  context,
  journey: { local },
}) => {
  const [home, away] = local.chains
  const chainId = `eip155:${home.id}`
  const wallet = await openSampleWallet({ context, local })
  await examine({ page: wallet.page, name: 'home' })
  const dapp = await createOfficialClient({ relay: local.relay })
  const { uri, approval } = await dapp.connect({
    optionalNamespaces: { eip155: { chains: [chainId, 'eip155:1'], ...wishes } },
  })
  const approved = approval()
  await wallet.pair(uri)
  await expect(wallet.card).toContainText('Unknown here, and not connected: eip155:1')
  await examine({ page: wallet.page, name: 'proposal' })
  await wallet.press('Connect')
  const { topic, namespaces } = await approved
  expect(namespaces.eip155?.accounts).toEqual([`${chainId}:${wallet.address}`])
  const ask = (method: string, params: unknown) => {
    const answer = dapp.request({ topic, chainId, request: { method, params } })
    answer.catch(() => {}) // looked at later
    return answer
  }

  const to = home.tokens.find(({ symbol }) => symbol === 'DUSD')?.address
  const abi = parseAbi(['function approve(address spender, uint256 amount)'])
  const data = encodeFunctionData({ abi, functionName: 'approve', args: [wallet.address, maxUint256] })
  const allowed = ask('eth_sendTransaction', [{ from: wallet.address, to, data }])
  await expect(wallet.card.getByRole('heading').first()).toHaveText('Allow spending of DUSD')
  await expect(wallet.card).toContainText('Unlimited')
  await expect(wallet.card).toContainText('The spender may take all of your DUSD')
  await examine({ page: wallet.page, name: 'allowance' })
  await wallet.press('Reject')
  await expect(allowed).rejects.toMatchObject({ code: 4001 })

  const weth = home.tokens.find(({ symbol }) => symbol === 'WETH')?.address
  const blind = ask('eth_sendTransaction', [{ from: wallet.address, to: weth, data: '0xdeadbeef' }])
  await expect(wallet.card).toContainText('can’t be read from its data')
  await examine({ page: wallet.page, name: 'unreadable' })
  await expect(wallet.card.getByRole('button', { name: 'Send' })).toBeDisabled()
  await wallet.card.getByRole('checkbox').check()
  await wallet.press('Send')
  expect(await blind).toMatch(/^0x[0-9a-f]{64}$/)

  const switched = ask('wallet_switchEthereumChain', [{ chainId: `0x${away.id.toString(16)}` }])
  await expect(wallet.card).toContainText(away.name)
  await wallet.press('Switch')
  expect(await switched).toBeNull()
  await expect(ask('wallet_switchEthereumChain', [{ chainId: '0x1' }])).rejects.toMatchObject({ code: 4902 })
  await wallet.openApplication('Another dapp')
  await expect(wallet.card.getByLabel('Network')).toHaveValue(`eip155:${away.id}`)
  await examine({ page: wallet.page, name: 'application' })
  await wallet.press('Close')
  await wallet.page.getByRole('button', { name: 'Keys' }).click()
  await wallet.press('Show the phrase and keys')
  await examine({ page: wallet.page, name: 'keys' })
  await dapp.core.relayer.transportClose()
})

test('its first button takes accounts with coins on the chains of every family; it has one name', async ({
  page,
  journey: { local },
}) => {
  await page.goto(local.sampleWallet)
  await expect(page).toHaveTitle('Sample Wallet')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sample Wallet')
  await page.getByRole('button', { name: 'Use accounts with coins' }).click()
  const balance = page.locator('[data-part="balance"]')
  for (const [account, symbol] of [
    ['eip155/2', 'ETH'],
    ['solana/2', 'SOL'],
    ['bip122/2', 'BTC'],
    ['cosmos/2', 'ATOM'],
    ['near/2', 'NEAR'],
    ['polkadot/2', 'DOT'],
    ['mvx/2', 'EGLD'],
    ['algorand/2', 'ALGO'],
    ['tezos/2', 'XTZ'],
    ['cip34/2', 'tADA'],
  ] as const) {
    await page.getByRole('combobox', { name: 'Account' }).selectOption(account)
    await expect(balance).toHaveText(new RegExp(`^[1-9][\\d,.]* ${symbol}$`))
  }
})

test('an application signs its visitor in with the connection, or is declined', async ({
  context,
  journey: { local },
}) => {
  const chains = local.chains.map(({ id }) => `eip155:${id}`)
  const wallet = await openSampleWallet({ context, local })
  const dapp = await createOfficialClient({ relay: local.relay })
  const wanted = {
    chains,
    domain: 'elsewhere.example',
    uri: 'https://another.example/login',
    nonce: '1234567890',
    methods: ['personal_sign', 'eth_sign'],
  }
  const declined = await dapp.authenticate(wanted)
  const refusal = declined.response()
  refusal.catch(() => {})
  await wallet.pair(declined.uri)
  await expect(wallet.card.getByRole('heading').first()).toHaveText('Sign-in request')
  await wallet.press('Reject')
  await expect(refusal).rejects.toContain('User rejected')

  const { uri, response } = await dapp.authenticate(wanted)
  const answer = response()
  await wallet.pair(uri)
  await expect(wallet.card).toContainText('This signs you in at elsewhere.example')
  await expect(wallet.card).toContainText('wants you to sign in with your Ethereum account')
  await examine({ page: wallet.page, name: 'sign-in' })
  await wallet.press('Sign in')
  const { auths, session } = await answer
  expect(auths?.map(({ p }) => p.iss)).toEqual(chains.map((chain) => `did:pkh:${chain}:${wallet.address}`))
  expect(session?.namespaces.eip155?.methods).toEqual(['personal_sign'])
  await expect(wallet.page.getByRole('list', { name: 'Connected applications' })).toContainText('Another dapp')
  await dapp.core.relayer.transportClose()
})

test('a request waits over a reload; by keyboard alone it is read and signed', async ({
  context,
  journey: { local },
}) => {
  const [{ id }] = local.chains
  const wallet = await openSampleWallet({ context, local })
  const dapp = await createOfficialClient({ relay: local.relay })
  const { topic } = await connected({ dapp, wallet, chains: [`eip155:${id}`] })
  const request = { method: 'personal_sign', params: ['0x48656c6c6f', wallet.address] }
  const signed = dapp.request({ topic, chainId: `eip155:${id}`, request })
  await expect(wallet.card).toContainText('Hello')
  await wallet.page.reload()
  await expect(wallet.card).toContainText('Hello')
  const sign = wallet.card.getByRole('button', { name: 'Sign' })
  for (let presses = 0; presses < 8 && !(await sign.evaluate((node) => node.matches(':focus'))); presses += 1) {
    await wallet.page.keyboard.press('Tab')
  }
  await expect(sign).toBeFocused()
  await wallet.page.keyboard.press('Enter')
  expect(await signed).toMatch(/^0x[0-9a-f]{130}$/)
  await expect(wallet.card).toBeHidden()
  await dapp.core.relayer.transportClose()
})

test('[S1.1 S2.5 S3.4] a wallet on the web is opened as a page with the code, never by a code to scan, and connects from there; used before, it stands once', async ({
  page,
  context,
  journey: { local },
}) => {
  const { page: first, address } = await openSampleWallet({ context, local })
  await page.bringToFront()
  await page.goto('/')
  const modal = modalOf(page)
  await connectButton(page).click()
  await modal.wallet('Sample Wallet').click()
  await expect(modal.part('open-wallet')).toBeVisible()
  await expect(modal.part('qr-code')).toHaveCount(0)
  const opened = context.waitForEvent('page')
  await modal.button('Open').click()
  const wallet = await sampleWalletIn({ page: await opened, address })
  await expect(wallet.card).toContainText('Foyer demo')
  await expect(first.getByRole('heading', { name: 'The wallet is open in another tab' })).toBeVisible()
  await wallet.press('Connect')
  await expect(fact(page, 'address')).toHaveText(address)

  await disconnect(page)
  await connectButton(page).click()
  await expect(modal.wallet('Sample Wallet')).toHaveCount(1)
  await expect(modal.wallet('Sample Wallet')).toContainText('recent')
  await modal.wallet('Sample Wallet').click()
  await expect(modal.part('open-wallet')).toBeVisible()
})
