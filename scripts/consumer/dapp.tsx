// A dapp as somebody else would write it, type-checked strictly against the packed packages.
import { bitcoin } from '@foyer/bitcoin'
import type { BitcoinMethods } from '@foyer/bitcoin/wire'
import {
  type AccountSnapshot,
  type Connected,
  createFoyer,
  type Foyer,
  type FoyerOptions,
  type NetworkId,
} from '@foyer/core'
import { type Amount, formatAmount, parseAmount } from '@foyer/core/chain'
import { FoyerError, UserRejectedError } from '@foyer/core/errors'
import { mainnet, type Network, rpcUrlsFor, sepolia } from '@foyer/core/networks'
import { evm, sendTransaction, signMessage } from '@foyer/evm'
import {
  AccountButton,
  ConnectButton,
  FoyerButton,
  FoyerProvider,
  NetworkButton,
  useFoyer,
  useFoyerAccount,
  useFoyerBalance,
} from '@foyer/react'
import { HeadlessProvider, useFoyerAccounts, useFoyerConnectRows } from '@foyer/react/headless'
import { solana } from '@foyer/solana'
import { type WalletConnectOptions, walletConnect } from '@foyer/walletconnect'
import type { ReactNode } from 'react'
import '@foyer/react/style.css'

const elsewhere: WalletConnectOptions = {
  relayUrl: 'wss://relay.example',
  override: { methods: { eip155: ['personal_sign'] } },
}

const options: FoyerOptions = {
  projectId: 'packed',
  networks: [mainnet, sepolia],
  adapters: [evm()],
  connectors: [walletConnect(elsewhere)],
}

export const paidOnBitcoin = ({ txid }: BitcoinMethods['sendTransfer']['result']): string => txid

export const families: FoyerOptions = { ...options, adapters: [evm(), solana({ commitment: 'finalized' }), bitcoin()] }

export const foyer: Foyer = createFoyer(options)

export const ether: string = formatAmount({ value: 10n ** 18n, decimals: 18 } satisfies Amount)

export async function connect(connectorId: string): Promise<Connected | 'refused'> {
  try {
    return await foyer.connect({ connectorId, networkId: 'eip155:1' satisfies NetworkId })
  } catch (error) {
    if (error instanceof UserRejectedError) return 'refused'
    throw error
  }
}

export const codeOf = (error: unknown): string | undefined => (error instanceof FoyerError ? error.code : undefined)

export function Account(): ReactNode {
  const kit = useFoyer()
  const { address, status }: Pick<AccountSnapshot, 'address' | 'status'> = useFoyerAccount()
  const { balance } = useFoyerBalance({ family: 'eip155' })
  const sign = async () => {
    const signature: `0x${string}` = await signMessage(kit, { message: 'Hello' })
    const { hash, receipt } = await sendTransaction(kit, {
      to: '0x00000000219ab540356cBB839Cbe05303d7705Fa',
      value: parseAmount({ text: '0.1', decimals: 18 }).value,
    })
    const { status: outcome } = await receipt()
    return { signature, hash, outcome }
  }
  // @ts-expect-error -- a view gets what it needs, or doesn't open
  const wrong = () => kit.open({ view: 'ConnectingExternal' })
  // @ts-expect-error -- and of its type
  const sent = () => kit.open({ view: 'WalletSend', asset: 5 })
  // A view of a package beside ours, and one of a feature that this page imports nothing of.
  const added = () => kit.open({ view: 'Receipts', year: 2026 })
  const swapped = () => kit.open({ view: 'Swap', amount: '1' })
  return (
    <button
      type="button"
      data-status={status}
      onClick={sign}
      onBlur={wrong}
      onFocus={added}
      onCut={swapped}
      onCopy={sent}
    >
      {address} {balance?.symbol}
    </button>
  )
}

declare module '@foyer/core' {
  interface ViewParams {
    Receipts: { readonly year: number }
  }
}

export const networks: readonly Network[] = foyer.options.networks
export const urls: readonly string[] = rpcUrlsFor({ network: mainnet })

export function App(): ReactNode {
  return (
    <FoyerProvider foyer={foyer}>
      <ConnectButton />
      <AccountButton />
      <NetworkButton />
      <FoyerButton />
      <Account />
    </FoyerProvider>
  )
}

export function Headless(): ReactNode {
  return (
    <HeadlessProvider foyer={foyer}>
      <Rows />
    </HeadlessProvider>
  )
}

function Rows(): ReactNode {
  const { rows, choose } = useFoyerConnectRows()
  const { address } = useFoyerAccounts({ family: 'eip155' })
  return rows.map((row) =>
    row.kind === 'coming' ? null : (
      <button key={row.id} type="button" onClick={() => choose(row)}>
        {address ?? row.name}
      </button>
    ),
  )
}
