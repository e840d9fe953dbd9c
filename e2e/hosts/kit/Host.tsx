import type { Family, Foyer } from '@foyer/core'
import {
  AccountButton,
  ConnectButton,
  FoyerButton,
  FoyerProvider,
  NetworkButton,
  OnrampWidget,
  useFoyerAccount,
  useFoyerNetwork,
  useFoyerWalletInfo,
  WalletButton,
} from '@foyer/react'
import { Fragment, type ReactNode, StrictMode, useSyncExternalStore } from 'react'
import type { HostSettings } from './settings.js'
import { shownFamilies } from './tinyFamilies.js'

export interface HostProps {
  readonly kits: readonly Foyer[]
  readonly strictMode: boolean
  readonly onrampWidget: boolean
  readonly tinyFamilies: boolean
  readonly walletButton: HostSettings['walletButton']
}

/** A page that says of each of its kits who is connected. */
export function Host({ kits, strictMode, onrampWidget, tinyFamilies, walletButton }: HostProps): ReactNode {
  const page = (
    <main>
      <h1>A host</h1>
      {kits.map((foyer, index) => (
        <section key={index} aria-label={`Kit ${index + 1}`}>
          <FoyerProvider foyer={foyer}>
            <Buttons />
            <Status />
            {walletButton ? <WalletButton wallet={walletButton} /> : null}
            {onrampWidget ? <OnrampWidget /> : null}
            {tinyFamilies ? shownFamilies.map((family) => <OfFamily key={family} family={family} />) : null}
          </FoyerProvider>
        </section>
      ))}
    </main>
  )
  return strictMode ? <StrictMode>{page}</StrictMode> : page
}

const spoken = () => globalThis.language?.locale.tag

function onLanguage(changed: () => void): () => void {
  addEventListener('languagechange', changed)
  return () => removeEventListener('languagechange', changed)
}

/** Drawn anew where the page's language has changed, which no host's does. */
function Buttons(): ReactNode {
  const language = useSyncExternalStore(onLanguage, spoken, spoken)
  return (
    <Fragment key={language}>
      <NetworkButton />
      <FoyerButton />
    </Fragment>
  )
}

/** The buttons of one family, and what is known of it. */
function OfFamily({ family }: { readonly family: Family }): ReactNode {
  const { status, address } = useFoyerAccount({ family })
  const { network } = useFoyerNetwork({ family })
  return (
    <section aria-label={family}>
      <ConnectButton family={family} />
      <AccountButton family={family} />
      <p data-part={`status-${family}`}>{`${status} ${address ?? ''} ${network?.name ?? ''}`}</p>
    </section>
  )
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
