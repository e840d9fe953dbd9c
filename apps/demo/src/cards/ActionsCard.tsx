import type { Foyer } from '@foyer/core'
import { sendTransfer, signMessage, waitForTransaction } from '@foyer/core/actions'
import { isHex, parseAmount } from '@foyer/core/chain'
import { FoyerError } from '@foyer/core/errors'
import type { PayRequest } from '@foyer/core/pay'
import { getCapabilities, sendTransaction, signTypedData } from '@foyer/evm'
import { useFoyer, useFoyerAccount, useFoyerNetwork } from '@foyer/react'
import { usePay } from '@foyer/react/headless'
import { useState } from 'react'
import type { DemoChain } from '../settings.js'
import { Card } from './Card.js'

type Outcome =
  | { readonly status: 'idle' }
  | { readonly status: 'waiting'; readonly name: string }
  | { readonly status: 'done'; readonly name: string; readonly text: string }
  | { readonly status: 'failed'; readonly name: string; readonly text: string }

/** What a dapp does with a connected wallet, each with its result: signing and sending in any family, the rest where the family has it. */
export function ActionsCard({ chains }: { readonly chains: readonly DemoChain[] }) {
  const foyer = useFoyer()
  const { isConnected } = useFoyerAccount()
  const { network } = useFoyerNetwork()
  const [outcome, setOutcome] = useState<Outcome>({ status: 'idle' })
  const perform: Perform = async (name, action) => {
    setOutcome({ status: 'waiting', name })
    try {
      setOutcome({ status: 'done', name, text: await action() })
    } catch (error) {
      setOutcome({ status: 'failed', name, text: describe(error) })
    }
  }
  const { chainNamespace: family = 'eip155', nativeCurrency = ether } = network ?? {}
  const { symbol, decimals } = nativeCurrency
  const sent = (hash: string) => setOutcome({ status: 'waiting', name: `Sent ${hash}` })
  const send = ({ recipient, amount }: Wanted) => {
    const { value } = parseAmount({ text: amount, decimals })
    return family === 'eip155'
      ? sendEther({ foyer, recipient, value, sent })
      : sendCoin({ foyer, recipient, value, sent })
  }
  const busy = outcome.status === 'waiting'
  const disabled = !isConnected || busy
  const sign = async () => (await signMessage(foyer, { message: 'Good morning from Foyer' })).signature
  return (
    <Card id="actions" title="Actions">
      <div className="actions">
        <ActionButton label="Sign a message" disabled={disabled} onClick={() => void perform('Sign a message', sign)} />
        {family === 'eip155' ? (
          <>
            <EvmActions disabled={disabled} perform={perform} />
            <Payment chains={chains} disabled={busy} onOutcome={setOutcome} />
            <Switches chains={chains} disabled={disabled} perform={perform} />
          </>
        ) : null}
      </div>
      <SendForm
        key={family}
        symbol={symbol}
        to={nobody[family] ?? ''}
        disabled={disabled}
        onSend={(wanted) => perform('Send', () => send(wanted))}
      />
      <p className="outcome" role="status" data-part="outcome" data-status={outcome.status}>
        {textOf(outcome, isConnected)}
      </p>
    </Card>
  )
}

const ether = { name: 'Ether', symbol: 'ETH', decimals: 18 }

/** Addresses that everybody has the key of, or nobody. */
const nobody: Readonly<Record<string, string>> = {
  eip155: '0x000000000000000000000000000000000000dEaD',
  solana: '1nc1nerator11111111111111111111111111111111',
  bip122: 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080',
}

/** What the visitor filled in. */
interface Wanted {
  readonly recipient: string
  readonly amount: string
}

interface Sending {
  readonly foyer: Foyer
  readonly recipient: string
  /** In the coin's smallest unit. */
  readonly value: bigint
  readonly sent: (hash: string) => void
}

/** By the functions of EVM's own package. */
async function sendEther({ foyer, recipient, value, sent }: Sending): Promise<string> {
  if (!isHex(recipient)) throw new Error('The recipient must be an address, 0x and 40 hex digits.')
  const { hash, receipt } = await sendTransaction(foyer, { to: recipient, value })
  sent(hash)
  const { blockNumber } = await receipt()
  return `${hash} mined in block ${blockNumber}`
}

/** By the functions that do the same in every family. */
async function sendCoin({ foyer, recipient, value, sent }: Sending): Promise<string> {
  const { hash } = await sendTransfer(foyer, { to: recipient, amount: value })
  sent(hash)
  const { status } = await waitForTransaction(foyer, { hash })
  return `${hash} ${status}`
}

/** Does something, and shows what became of it. */
type Perform = (name: string, action: () => Promise<string>) => Promise<void>

const describe = (error: unknown): string => {
  if (error instanceof FoyerError) return `${error.code}: ${error.message}`
  return error instanceof Error ? error.message : String(error)
}

interface ActionButtonProps {
  readonly label: string
  readonly disabled: boolean
  readonly onClick: () => void
}

function ActionButton({ label, disabled, onClick }: ActionButtonProps) {
  return (
    <button type="button" className="button quiet" disabled={disabled} onClick={onClick}>
      {label}
    </button>
  )
}

interface ActionsProps {
  readonly disabled: boolean
  readonly perform: Perform
}

/** What only wallets of EVM have. */
function EvmActions({ disabled, perform }: ActionsProps) {
  const foyer = useFoyer()
  const { address } = useFoyerAccount()
  const { chainId } = useFoyerNetwork()
  const order = () => orderOf({ chainId: Number(chainId), from: address ?? '' })
  const signOrder = () => perform('Sign typed data', () => signTypedData(foyer, order()))
  const read = () => perform('Capabilities', async () => JSON.stringify(await getCapabilities(foyer)))
  return (
    <>
      <ActionButton label="Sign typed data" disabled={disabled} onClick={signOrder} />
      <ActionButton label="Read capabilities" disabled={disabled} onClick={read} />
    </>
  )
}

interface PaymentProps {
  readonly chains: readonly DemoChain[]
  readonly disabled: boolean
  readonly onOutcome: (outcome: Outcome) => void
}

function Payment({ chains: [home], disabled, onOutcome }: PaymentProps) {
  const { open } = usePay({
    onSuccess: ({ hash = '' }) => onOutcome({ status: 'done', name: 'Pay', text: hash }),
    onError: ({ message }) => onOutcome({ status: 'failed', name: 'Pay', text: message }),
  })
  if (!home) return null
  return <ActionButton label="Pay for a coffee" disabled={disabled} onClick={() => open(coffeeOn(home))} />
}

function Switches({ chains, disabled, perform }: ActionsProps & { readonly chains: readonly DemoChain[] }) {
  const foyer = useFoyer()
  const { networkId: active } = useFoyerNetwork()
  return chains.map(({ id, name }) => {
    const networkId = `eip155:${id}` as const
    const change = () =>
      perform(`Switch to ${name}`, async () => {
        await foyer.switchNetwork({ networkId })
        return `On ${name}`
      })
    return (
      <ActionButton
        key={id}
        label={`Switch to ${name}`}
        disabled={disabled || active === networkId}
        onClick={() => void change()}
      />
    )
  })
}

interface SendFormProps {
  readonly symbol: string
  /** Who is paid unless the visitor says. */
  readonly to: string
  readonly disabled: boolean
  readonly onSend: (wanted: Wanted) => void
}

function SendForm({ symbol, to, disabled, onSend }: SendFormProps) {
  const [recipient, setRecipient] = useState(to)
  const [amount, setAmount] = useState('0.01')
  return (
    <form
      className="send"
      onSubmit={(event) => {
        event.preventDefault()
        onSend({ recipient, amount })
      }}
    >
      <label>
        <span>Recipient</span>
        <input
          value={recipient}
          onChange={({ target }) => setRecipient(target.value)}
          spellCheck={false}
          autoComplete="off"
        />
      </label>
      <label>
        <span>Amount, {symbol}</span>
        <input
          value={amount}
          onChange={({ target }) => setAmount(target.value)}
          inputMode="decimal"
          autoComplete="off"
        />
      </label>
      <button type="submit" className="button" disabled={disabled}>
        Send
      </button>
    </form>
  )
}

function textOf(outcome: Outcome, isConnected: boolean): string {
  switch (outcome.status) {
    case 'idle':
      return isConnected ? 'Results show here.' : 'Connect a wallet to try these.'
    case 'waiting':
      return `${outcome.name}: waiting for the wallet`
    case 'done':
    case 'failed':
      return `${outcome.name}: ${outcome.text}`
  }
}

/** What a cup of coffee costs in a made-up shop: paid in dollars where the chain has them, else in its coin. */
function coffeeOn({ id, tokens }: DemoChain): PayRequest {
  const recipient = '0x000000000000000000000000000000000000dEaD'
  const networkId = `eip155:${id}` as const
  const dollars = tokens.find(({ symbol }) => symbol === 'DUSD')
  if (dollars) return { recipient, amount: '3.5', asset: { networkId, asset: dollars.address, metadata: dollars } }
  const metadata = ether
  return { recipient, amount: '0.001', asset: { networkId, asset: 'native', metadata } }
}

/** An order of a made-up shop, as EIP-712 has it. */
function orderOf({ chainId, from }: { readonly chainId: number; readonly from: string }) {
  return {
    domain: { name: 'Foyer demo', version: '1', chainId },
    types: {
      Order: [
        { name: 'buyer', type: 'address' },
        { name: 'item', type: 'string' },
        { name: 'price', type: 'uint256' },
      ],
    },
    primaryType: 'Order',
    message: { buyer: from, item: 'A cup of coffee', price: '3500000' },
  } as const
}
