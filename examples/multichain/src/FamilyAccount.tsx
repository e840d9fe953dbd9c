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
  async function run(action: () => Promise<string>) {
    setOutcome('Continue in your wallet')
    try {
      setOutcome(await action())
    } catch (error) {
      setOutcome(error instanceof Error ? error.message : String(error))
    }
  }

  const sign = async () => (await signMessage(foyer, { family, message: 'Hello' })).signature
  /** This family alone: the account view's own button ends all of them. */
  const disconnect = async () => {
    await foyer.disconnect({ family })
    return ''
  }

  return (
    <section aria-label={name} style={{ overflowWrap: 'anywhere' }}>
      <h2>{name}</h2>
      <FoyerButton family={family} />
      {isConnected ? (
        <>
          <p>{address}</p>
          <button type="button" onClick={() => run(sign)}>
            Sign a message
          </button>
          <button type="button" onClick={() => run(disconnect)}>
            Disconnect
          </button>
        </>
      ) : null}
      <p role="status">{outcome}</p>
    </section>
  )
}
