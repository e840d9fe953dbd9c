import { createHash, createPublicKey, verify } from 'node:crypto'
import { devMnemonic } from '@foyer/stack'
import { expect, test } from '../fixtures.js'
import { createOfficialClient } from '../officialClient.js'
import { fund, heldAt } from './bitcoinLedger.js'
import { examineThemes } from './examine.js'
import { sampleWalletIn } from './sampleWallet.js'

/** The known phrase's first accounts. */
const accounts = {
  eip155: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
  solana: 'oeYf6KAJkLYhBuR8CiGc6L4D4Xtfepr85fuDgA9kq96',
  bip122: 'bcrt1qquv9lg5g2r4jkr0ahun0ddfg5xntxjelwjpnuw',
} as const

/** A transfer of 1.5 SOL of the Solana account, as @solana/kit encodes it, without its signature. */
const transfer =
  'AQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAABAAEDC/Mrnw2wlnIDj+o2E5sY+YpfAUnvTOAzLkS5p36Dwi2SRUQfSnUupjKMbY0tKvyzbRMduZikfKBNbV2Fh9CwEgAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAzEkOkozS44c7s0P8ldozF5ymD02/RsLDbpEpnVXU5rkBAgIAAQwCAAAAAC9oWQAAAAA='

/** What every signed message of Bitcoin begins with. */
const prefixed = (text: string) =>
  Buffer.concat([Buffer.from('\x18Bitcoin Signed Message:\n'), Buffer.from([text.length]), Buffer.from(text)])

test('[F13] an application that isn’t ours has an account of EVM, Solana and Bitcoin in one session; what they sign is shown, and verifies elsewhere', async ({
  context,
  journey: { local },
}) => {
  const bitcoin = local.bitcoin.caipNetworkId
  await fund({ url: local.bitcoin.url, address: accounts.bip122, sats: 12_345_678 })
  const page = await context.newPage()
  await page.setViewportSize({ width: 390, height: 860 })
  await page.goto(local.sampleWallet)
  const wallet = await sampleWalletIn({ page, address: accounts.eip155 })
  await page.getByLabel('Recovery phrase or private key').fill(devMnemonic)
  await page.getByRole('button', { name: 'Import' }).click()
  const dapp = await createOfficialClient({ relay: local.relay })
  const solana = local.solana.caipNetworkId
  const evm = `eip155:${local.chains[0].id}`
  const { uri, approval } = await dapp.connect({
    optionalNamespaces: {
      eip155: { chains: [evm], methods: ['personal_sign'], events: ['chainChanged'] },
      solana: { chains: [solana], methods: ['solana_signTransaction', 'solana_signMessage'], events: [] },
      bip122: { chains: [bitcoin], methods: ['signMessage', 'sendTransfer'], events: ['bip122_addressesChanged'] },
    },
  })
  const approved = approval()
  await wallet.pair(uri)
  for (const name of ['EVM 1', 'Solana 1', 'Bitcoin 1', local.solana.name, local.bitcoin.name]) {
    await expect(wallet.card.getByRole('checkbox', { name })).toBeChecked()
  }
  await examineThemes({ page, name: 'a proposal of several families' })
  await wallet.press('Connect')
  const { topic, namespaces, sessionProperties } = await approved
  expect(Object.values(namespaces).flatMap((each) => each.accounts)).toEqual([
    `${evm}:${accounts.eip155}`,
    `${solana}:${accounts.solana}`,
    `${bitcoin}:${accounts.bip122}`,
  ])
  const [{ publicKey = '' }] = JSON.parse(sessionProperties?.bip122_getAccountAddresses ?? '[{}]')

  const asked = { method: 'solana_signTransaction', params: { transaction: transfer, pubkey: accounts.solana } }
  const sent = dapp.request({ topic, chainId: solana, request: asked })
  await expect(wallet.card.getByRole('heading').first()).toHaveText('Send SOL')
  await expect(wallet.card).toContainText('1.5 SOL')
  await expect(wallet.card).toContainText('AqynRZwvVqUPRwRJXvm6odUb3t93fDjnWe3p6BeuUFxD')
  await wallet.press('Sign')
  const signed = Buffer.from(String(Reflect.get(Object(await sent), 'transaction')), 'base64')
  const bytes = Buffer.from(transfer, 'base64')
  expect(signed.subarray(65)).toEqual(bytes.subarray(65))
  // The account pays, so its key is the message's first.
  const solanaKey = Buffer.concat([Buffer.from('302a300506032b6570032100', 'hex'), bytes.subarray(69, 101)])
  const key = createPublicKey({ key: solanaKey, format: 'der', type: 'spki' })
  expect(verify(null, signed.subarray(65), key, signed.subarray(1, 65))).toBe(true)

  const message = 'Hello from another dapp'
  const written = dapp.request({
    topic,
    chainId: bitcoin,
    request: { method: 'signMessage', params: { account: accounts.bip122, message } },
  })
  await expect(wallet.card).toContainText(message)
  await expect(wallet.card).toContainText(accounts.bip122)
  await wallet.press('Sign')
  const signature = Buffer.from(String(Reflect.get(Object(await written), 'signature')), 'hex')
  const point = Buffer.concat([
    Buffer.from('3036301006072a8648ce3d020106052b8104000a032200', 'hex'),
    Buffer.from(publicKey, 'hex'),
  ])
  const bitcoinKey = createPublicKey({ key: point, format: 'der', type: 'spki' })
  const once = createHash('sha256').update(prefixed(message)).digest()
  expect(verify('sha256', once, { key: bitcoinKey, dsaEncoding: 'ieee-p1363' }, signature.subarray(1))).toBe(true)

  const params = {
    account: accounts.bip122,
    recipientAddress: 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080',
    amount: '2500000',
  }
  const paid = dapp.request({ topic, chainId: bitcoin, request: { method: 'sendTransfer', params } })
  await expect(wallet.card.getByRole('heading').first()).toHaveText('Send BTC')
  await expect(wallet.card).toContainText('0.025 BTC')
  await expect(wallet.card).toContainText('0.00000424 BTC')
  await wallet.press('Send')
  expect(await paid).toEqual({ txid: expect.stringMatching(/^[0-9a-f]{64}$/) })
  expect(await heldAt({ url: local.bitcoin.url, address: params.recipientAddress })).toBe(2_500_000)

  await wallet.openApplication('Another dapp')
  await expect(wallet.card).toContainText('Bitcoinbcrt…wjpnuw')
  await wallet.card.getByLabel('Network').selectOption(bitcoin)
  await expect(wallet.card.getByLabel('Account').getByRole('option')).toHaveCount(1)
  await expect(wallet.card.getByLabel('Account')).toHaveValue(accounts.bip122)
  await examineThemes({ page, name: 'an application with several families' })
  await wallet.press('Close')
  await page.getByRole('combobox', { name: 'Account' }).selectOption({ index: 2 })
  await expect(page.getByText('0.098 BTC')).toBeVisible()
  await examineThemes({ page, name: 'an account of Bitcoin' })
  await dapp.core.relayer.transportClose()
})
