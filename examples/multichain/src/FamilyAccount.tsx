import type { Family } from '@foyer/core'
import { signMessage } from '@foyer/core/actions'
import { FoyerButton, useFoyerAccount } from '@foyer/react'
import { useState } from 'react'
import { foyer } from './foyer'

interface FamilyAccountProps {
  readonly family: Family
  readonly name: string
}

/** A family's own account: each may be connected, by one wallet or by several. */
export function FamilyAccount({ family, name }: FamilyAccountProps) {
  const { address, isConnected } = useFoyerAccount({ family })
  const [outcome, setOutcome] = useState('')

  /** The visitor may say no in the wallet: that, and any other failure, is an error with a message to show. */
  async function sign() {
    setOutcome('Continue in your wallet')
    try {
      const { signature } = await signMessage(foyer, { family, message: 'Hello' })
      setOutcome(signature)
    } catch (error) {
      setOutcome(error instanceof Error ? error.message : String(error))
    }
  }

  return (
    <section aria-label={name}>
      <h2>{name}</h2>
      <FoyerButton family={family} />
      {isConnected ? (
        <>
          <p>{address}</p>
          <button type="button" onClick={sign}>
            Sign a message
          </button>
        </>
      ) : null}
      <p role="status">{outcome}</p>
    </section>
  )
}
