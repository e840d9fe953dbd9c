'use client'

import { signMessage } from '@foyer/core/actions'
import { useFoyer, useFoyerAccount } from '@foyer/react'
import { useState } from 'react'

/** What the account can be asked for. */
export function Account() {
  const foyer = useFoyer()
  const { address, isConnected, status } = useFoyerAccount()
  const [outcome, setOutcome] = useState('')
  if (!isConnected) return <p>{status === 'connecting' ? 'Welcome back.' : 'Not connected yet.'}</p>

  /** The visitor may say no in the wallet: that, and any other failure, is an error with a message to show. */
  async function sign() {
    setOutcome('Continue in your wallet')
    try {
      setOutcome((await signMessage(foyer, { message: 'Hello' })).signature)
    } catch (error) {
      setOutcome(error instanceof Error ? error.message : String(error))
    }
  }

  return (
    <section aria-label="Account" style={{ overflowWrap: 'anywhere' }}>
      <p>{address}</p>
      <button type="button" onClick={sign}>
        Sign a message
      </button>
      <p role="status">{outcome}</p>
    </section>
  )
}
