import type { Foyer } from '@foyer/core'
import { sendTransfer, signMessage, waitForTransaction } from '@foyer/core/actions'
import { isHex, parseAmount } from '@foyer/core/chain'
import type { PayRequest } from '@foyer/core/pay'
import { getCapabilities, sendTransaction, signTypedData } from '@foyer/evm'
import { useFoyer, useFoyerAccount, useFoyerNetwork } from '@foyer/react'
import { useFoyerPay } from '@foyer/react/headless'
import { lazy, Suspense, useState } from 'react'
import type { DemoChain } from '../settings.js'
import { useWords } from '../words/WordsProvider.js'
import { fill, type Words } from '../words/words.js'
import { Card } from './Card.js'

type Outcome =
  | { readonly status: 'idle' }
  | { readonly status: 'waiting'; readonly name: string }
  | { readonly status: 'done'; readonly name: string; readonly text: string }
  | { readonly status: 'failed'; readonly name: string; readonly error: unknown }

/** Its sentences are fetched with the first failure. */
const Failure = lazy(() => import('./Failure.js'))

/**
 * Shows what a dapp does with a connected wallet, each with its result: signing and sending in any family, the rest
 * where the family has it.
 */
export function ActionsCard({ chains }: { readonly chains: readonly DemoChain[] }) {
  const foyer = useFoyer()
  const { isConnected } = useFoyerAccount()
  const { network } = useFoyerNetwork()
  const { actions } = useWords()
  const [outcome, setOutcome] = useState<Outcome>({ status: 'idle' })
  const perform: Perform = async (name, action) => {
    setOutcome({ status: 'waiting', name })
    try {
      setOutcome({ status: 'done', name, text: await action() })
    } catch (error) {
      setOutcome({ status: 'failed', name, error })
    }
  }
  const { chainNamespace: family = 'eip155', nativeCurrency = ether } = network ?? {}
  const { symbol, decimals } = nativeCurrency
  const sent = (hash: string) => setOutcome({ status: 'waiting', name: fill(actions.sent, { hash }) })
  const send = ({ recipient, amount }: Wanted) => {
    const { value } = parseAmount({ text: amount, decimals })
    return family === 'eip155'
      ? sendEther({ foyer, recipient, value, sent, actions })
      : sendCoin({ foyer, recipient, value, sent, actions })
  }
  const busy = outcome.status === 'waiting'
  const disabled = !isConnected || busy
  const sign = async () => (await signMessage(foyer, { message: actions.message })).signature
  return (
    <Card id="actions" title={actions.title}>
      <div className="actions">
        <ActionButton label={actions.sign} disabled={disabled} onClick={() => void perform(actions.sign, sign)} />
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
        to={recipients[family] ?? ''}
        disabled={disabled}
        onSend={(wanted) => perform(actions.send, () => send(wanted))}
      />
      <p className="outcome" role="status" data-part="outcome" data-status={outcome.status}>
        <OutcomeText outcome={outcome} isConnected={isConnected} />
      </p>
    </Card>
  )
}

const ether = { name: 'Ether', symbol: 'ETH', decimals: 18 }

/** Addresses whose keys are public, or don't exist. */
const recipients: Readonly<Record<string, string>> = {
  eip155: '0x000000000000000000000000000000000000dEaD',
  solana: '1nc1nerator11111111111111111111111111111111',
  bip122: 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080',
}

/** The values that the visitor filled in. */
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
  readonly actions: Words['actions']
}

/** By the functions of EVM's own package. */
async function sendEther({ foyer, recipient, value, sent, actions }: Sending): Promise<string> {
  if (!isHex(recipient)) throw new Error(actions.badRecipient)
  const { hash, receipt } = await sendTransaction(foyer, { to: recipient, value })
  sent(hash)
  const { blockNumber } = await receipt()
  return fill(actions.mined, { hash, block: `${blockNumber}` })
}

/** By the functions that do the same in every family. */
async function sendCoin({ foyer, recipient, value, sent, actions }: Sending): Promise<string> {
  const { hash } = await sendTransfer(foyer, { to: recipient, amount: value })
  sent(hash)
  const { status } = await waitForTransaction(foyer, { hash })
  return fill(status === 'success' ? actions.confirmed : actions.reverted, { hash })
}

/** Does something, and shows what became of it. */
type Perform = (name: string, action: () => Promise<string>) => Promise<void>

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

/** Shows the actions that only wallets of EVM have. */
function EvmActions({ disabled, perform }: ActionsProps) {
  const foyer = useFoyer()
  const { address = '0x' } = useFoyerAccount({ family: 'eip155' })
  const { chainId = 0 } = useFoyerNetwork({ family: 'eip155' })
  const { actions } = useWords()
  const order = () => orderOf({ chainId, from: address })
  const signOrder = () => perform(actions.signTyped, () => signTypedData(foyer, order()))
  const read = () => perform(actions.capabilities, async () => JSON.stringify(await getCapabilities(foyer)))
  return (
    <>
      <ActionButton label={actions.signTyped} disabled={disabled} onClick={signOrder} />
      <ActionButton label={actions.capabilities} disabled={disabled} onClick={read} />
    </>
  )
}

interface PaymentProps {
  readonly chains: readonly DemoChain[]
  readonly disabled: boolean
  readonly onOutcome: (outcome: Outcome) => void
}

function Payment({ chains: [home], disabled, onOutcome }: PaymentProps) {
  const { actions } = useWords()
  const { open } = useFoyerPay({
    onSuccess: ({ hash = '' }) => onOutcome({ status: 'done', name: actions.paid, text: hash }),
    onError: (error) => onOutcome({ status: 'failed', name: actions.paid, error }),
  })
  if (!home) return null
  return <ActionButton label={actions.pay} disabled={disabled} onClick={() => open(coffeeOn(home))} />
}

function Switches({ chains, disabled, perform }: ActionsProps & { readonly chains: readonly DemoChain[] }) {
  const foyer = useFoyer()
  const { networkId: active } = useFoyerNetwork()
  const { actions } = useWords()
  return chains.map(({ id, name }) => {
    const networkId = `eip155:${id}` as const
    const change = () =>
      perform(fill(actions.switchTo, { network: name }), async () => {
        await foyer.switchNetwork(id)
        return fill(actions.on, { network: name })
      })
    return (
      <ActionButton
        key={id}
        label={fill(actions.switchTo, { network: name })}
        disabled={disabled || active === networkId}
        onClick={() => void change()}
      />
    )
  })
}

interface SendFormProps {
  readonly symbol: string
  /** The recipient unless the visitor names one. */
  readonly to: string
  readonly disabled: boolean
  readonly onSend: (wanted: Wanted) => void
}

function SendForm({ symbol, to, disabled, onSend }: SendFormProps) {
  const [recipient, setRecipient] = useState(to)
  const [amount, setAmount] = useState('0.01')
  const { actions } = useWords()
  return (
    <form
      className="send"
      onSubmit={(event) => {
        event.preventDefault()
        onSend({ recipient, amount })
      }}
    >
      <label>
        <span>{actions.recipient}</span>
        <input
          value={recipient}
          dir="ltr"
          onChange={({ target }) => setRecipient(target.value)}
          spellCheck={false}
          autoComplete="off"
        />
      </label>
      <label>
        <span>{fill(actions.amount, { symbol })}</span>
        <input
          value={amount}
          dir="ltr"
          onChange={({ target }) => setAmount(target.value)}
          inputMode="decimal"
          autoComplete="off"
        />
      </label>
      <button type="submit" className="button" disabled={disabled}>
        {actions.send}
      </button>
    </form>
  )
}

interface OutcomeTextProps {
  readonly outcome: Outcome
  readonly isConnected: boolean
}

function OutcomeText({ outcome, isConnected }: OutcomeTextProps) {
  const { actions } = useWords()
  switch (outcome.status) {
    case 'idle':
      return isConnected ? actions.idle : actions.connectFirst
    case 'waiting':
      return fill(actions.waiting, { name: outcome.name })
    case 'done':
      return fill(actions.ended, { name: outcome.name, text: outcome.text })
    case 'failed':
      return (
        <Suspense fallback={outcome.name}>
          <Failure name={outcome.name} error={outcome.error} />
        </Suspense>
      )
  }
}

/**
 * Returns the payment of a cup of coffee in a made-up shop: paid in dollars where the chain has them, else in its coin.
 */
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
