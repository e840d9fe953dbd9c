import { signMessage } from '@foyer/core/actions'
import { useFoyerAccounts, useFoyerBalanceView, useFoyerDisconnecting } from '@foyer/react/headless'
import { useState } from 'react'
import { foyer } from './foyer'

/** Who is connected, with how much, and what the wallet can be asked for. */
export function Account() {
  const { address } = useFoyerAccounts()
  const balance = useFoyerBalanceView()
  const { busy, disconnect } = useFoyerDisconnecting()
  const [outcome, setOutcome] = useState('')

  /** The visitor may say no in the wallet: that, and any other failure, is an error with a message to show. */
  async function sign() {
    setOutcome('Continue in your wallet')
    try {
      const { signature } = await signMessage(foyer, { message: 'Hello' })
      setOutcome(signature)
    } catch (error) {
      setOutcome(error instanceof Error ? error.message : String(error))
    }
  }

  return (
    <section aria-label="Account" style={{ overflowWrap: 'anywhere' }}>
      <p>{address}</p>
      <p>Balance: {balance.status === 'ready' ? balance.figure : balance.status}</p>
      <button type="button" onClick={sign}>
        Sign a message
      </button>
      <button type="button" disabled={busy} onClick={disconnect}>
        Disconnect
      </button>
      <p role="status">{outcome}</p>
    </section>
  )
}
