import { LinkButton } from '@foyer/parts'
import type { WalletFamily } from '@foyer/signing'
import { type ReactNode, useState, useSyncExternalStore } from 'react'
import type { KeyStore } from '../keys/keyStore.js'
import type { Wallet } from '../wallet/createWallet.js'
import type { WalletState } from '../wallet/state.js'
import { AccountPanel } from './AccountPanel.js'
import { AppDialog } from './AppDialog.js'
import { AppList } from './AppList.js'
import { KeysDialog } from './KeysDialog.js'
import { NoticeBar } from './NoticeBar.js'
import { PairPanel } from './PairPanel.js'
import { ProposalDialog } from './ProposalDialog.js'
import { RequestDialog } from './RequestDialog.js'
import { SignInDialog } from './SignInDialog.js'
import { type Theme, TopBar } from './TopBar.js'
import { DevelopmentNote, Welcome } from './Welcome.js'

/** Subscribes to the wallet's state. */
export const useWallet = (wallet: Wallet): WalletState => useSyncExternalStore(wallet.listen, wallet.state)

export interface AppProps {
  readonly wallet: Wallet
  readonly keys: KeyStore
  readonly families: readonly WalletFamily[]
  readonly knownPhrase?: string | undefined
  readonly onTheme: (theme: Theme) => void
}

/** The dialog that the visitor opened. */
type Opened = { readonly kind: 'app'; readonly topic: string } | { readonly kind: 'keys' } | undefined

/** The whole page. */
export function App(props: AppProps): ReactNode {
  const { wallet, keys, families, knownPhrase, onTheme } = props
  const state = useWallet(wallet)
  const [opened, setOpened] = useState<Opened>()
  const hasDialog = isAsked(state) || opened !== undefined
  return (
    <main className="page">
      <TopBar relay={state.relay} onTheme={onTheme} />
      <div className="panels">
        {state.keyring ? (
          <>
            <AccountPanel state={state} families={families} />
            <PairPanel wallet={wallet} isPairing={state.isPairing} />
            <AppList wallet={wallet} state={state} onPick={(topic) => setOpened({ kind: 'app', topic })} />
            <footer className="foot">
              <DevelopmentNote />
              <LinkButton onClick={() => setOpened({ kind: 'keys' })}>Keys</LinkButton>
            </footer>
          </>
        ) : (
          <Welcome keys={keys} wallet={wallet} knownPhrase={knownPhrase} />
        )}
      </div>
      {hasDialog ? null : <NoticeBar wallet={wallet} notice={state.notice} />}
      <OpenDialog {...props} state={state} opened={opened} onClose={() => setOpened(undefined)} />
    </main>
  )
}

/** A request waits for the visitor's answer. */
const isAsked = ({ keyring, proposals, authentications, requests }: WalletState): boolean =>
  keyring !== undefined && proposals.length + authentications.length + requests.length > 0

interface OpenDialogProps extends AppProps {
  readonly state: WalletState
  readonly opened: Opened
  readonly onClose: () => void
}

/** One dialog at a time: requests come before dialogs that the visitor opened. */
function OpenDialog({ wallet, keys, families, state, opened, onClose }: OpenDialogProps): ReactNode {
  const { keyring, proposals, authentications, requests, apps } = state
  const [proposal] = proposals
  const [authentication] = authentications
  const [waiting, ...more] = requests
  if (!keyring) return null
  if (authentication) {
    return <SignInDialog key={authentication.id} {...{ wallet, state, families, authentication }} />
  }
  if (proposal) return <ProposalDialog key={proposal.id} {...{ wallet, state, families, proposal }} />
  if (waiting) return <RequestDialog key={waiting.request.id} {...{ wallet, waiting }} more={more.length} />
  if (opened?.kind === 'keys') return <KeysDialog {...{ keys, keyring, onClose }} />
  const app = opened && apps.find(({ session }) => session.topic === opened.topic)
  return app ? <AppDialog key={app.session.topic} {...{ wallet, state, families, app, onClose }} /> : null
}
