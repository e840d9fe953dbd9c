import { sendTransfer, signMessage, verifyMessage, waitForTransaction } from '@foyer/core/actions'
import { displayQuantity } from '@foyer/core/chain'
import { explorerUrl } from '@foyer/core/networks'
import { useFoyerAccount, useFoyerBalance } from '@foyer/react'
import { useState } from 'react'
import { foyer } from './foyer'

/** What the account holds, and what it can be asked for: the actions are those of every family. */
export function Account() {
  const { address, isConnected } = useFoyerAccount({ family: 'other' })
  const { balance, status } = useFoyerBalance()
  const [outcome, setOutcome] = useState('')
  const [page, setPage] = useState<string>()
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
  const sign = async () => {
    const { signature } = await signMessage(foyer, { message: 'Hello' })
    const isVerified = await verifyMessage(foyer, { message: 'Hello', signature })
    return `${isVerified ? 'verified' : 'refused'}: ${signature}`
  }
  const send = async () => {
    const { hash } = await sendTransfer(foyer, { to: address, amount: 10n ** 6n }) // in MIST: 0.001 SUI
    const mined = await waitForTransaction(foyer, { hash })
    setPage(explorerUrl({ network: foyer.network('other'), page: { hash } }))
    return `${mined.status}: ${hash}`
  }
  /** What the backend knows of this visitor. */
  const who = async () => String((await (await fetch('/siwx/session')).json()).accountId)

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
      <button type="button" onClick={() => run(who)}>
        Who am I at the backend?
      </button>
      <p role="status">{outcome}</p>
      {page ? <a href={page}>At the explorer</a> : null}
    </section>
  )
}
