import type { Foyer } from '@foyer/core'
import {
  FoyerButton,
  FoyerProvider,
  NetworkButton,
  OnrampWidget,
  useFoyerAccount,
  useFoyerWalletInfo,
} from '@foyer/react'
import { type ReactNode, StrictMode } from 'react'

export interface HostProps {
  readonly kits: readonly Foyer[]
  readonly strictMode: boolean
  readonly onrampWidget: boolean
}

/** A page that says of each of its kits who is connected. */
export function Host({ kits, strictMode, onrampWidget }: HostProps): ReactNode {
  const page = (
    <main>
      <h1>A host</h1>
      {kits.map((foyer, index) => (
        <section key={index} aria-label={`Kit ${index + 1}`}>
          <FoyerProvider foyer={foyer}>
            <NetworkButton />
            <FoyerButton />
            <Status />
            {onrampWidget ? <OnrampWidget /> : null}
          </FoyerProvider>
        </section>
      ))}
    </main>
  )
  return strictMode ? <StrictMode>{page}</StrictMode> : page
}

function Status(): ReactNode {
  const { status } = useFoyerAccount()
  const wallet = useFoyerWalletInfo()
  return (
    <p data-part="status">
      {status}
      {wallet ? ` with ${wallet.name}` : ''}
    </p>
  )
}
