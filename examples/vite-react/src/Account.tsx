import { sendTransfer, signMessage, waitForTransaction } from '@foyer/core/actions'
import { displayQuantity } from '@foyer/core/chain'
import { useFoyerAccount, useFoyerBalance } from '@foyer/react'
import { useState } from 'react'
import { foyer } from './foyer'

/** What the account holds, and what it can be asked for. */
export function Account() {
  const { address, isConnected } = useFoyerAccount()
  const { balance, status } = useFoyerBalance()
  const [outcome, setOutcome] = useState('')
  if (!isConnected) return <p>Not connected yet.</p>

  /** The visitor may say no in the wallet: that, and any other failure, is an error with a message to show. */
  async function run(action: () => Promise<string>) {
    setOutcome('Continue in your wallet')
    try {
      setOutcome(await action())
    } catch (error) {
      setOutcome(error instanceof Error ? error.message : String(error))
    }
  }
  const sign = async () => (await signMessage(foyer, { message: 'Hello' })).signature
  const send = async () => {
    const { hash } = await sendTransfer(foyer, { to: address, amount: 10n ** 15n }) // in wei: 0.001 ETH
    setOutcome(`Sent: ${hash}`)
    const { status } = await waitForTransaction(foyer, { hash })
    return `${status}: ${hash}`
  }

  return (
    <section aria-label="Account" style={{ overflowWrap: 'anywhere' }}>
      <p>{address}</p>
      <p>Balance: {balance ? displayQuantity({ quantity: balance, symbol: balance.symbol, locale: 'en' }) : status}</p>
      <button type="button" onClick={() => run(sign)}>
        Sign a message
      </button>
      <button type="button" onClick={() => run(send)}>
        Send 0.001 to yourself
      </button>
      <p role="status">{outcome}</p>
    </section>
  )
}
