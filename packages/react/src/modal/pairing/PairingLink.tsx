import { contextOf } from '@foyer/core/internal'
import type { PlainSentenceKey } from '@foyer/core/messages'
import { currentRoute, goBack, reset } from '@foyer/core/view'
import { type ListedWallet, shownName, walletImageOf } from '@foyer/core/wallets'
import { Button, ExternalIcon, LinkButton, WalletImage } from '@foyer/parts'
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react'
import { appLink, type LinkPlatform, openWallet, type PairingPhase } from '../../headless/pairing.js'
import { CopyLink } from '../CopyLink.js'
import { DownloadPrompt } from '../DownloadPrompt.js'
import { useModal } from '../modalContext.js'
import type { ShownPairing } from '../views.js'
import { WaitingFor } from '../WaitingFor.js'

/** The words on a pairing that failed, or that has been under way for too long without a word of the relay. */
export interface FailureWords {
  /** `waiting`: it is still being tried. */
  readonly state: 'failed' | 'waiting'
  readonly title: PlainSentenceKey
  readonly text: PlainSentenceKey
}

const words: { readonly [Phase in PairingPhase]?: Omit<FailureWords, 'state'> } = {
  declined: { title: 'connect.declined', text: 'connect.declinedWhy' },
  unused: { title: 'connect.timedOut', text: 'pairing.unusedWhy' },
  failed: { title: 'connect.failed', text: 'pairing.failedWhy' },
  unreachable: { title: 'pairing.unreachable', text: 'pairing.unreachableWhy' },
  refused: { title: 'pairing.refused', text: 'pairing.refusedWhy' },
  offline: { title: 'pairing.offline', text: 'pairing.offlineWhy' },
  missing: { title: 'pairing.missing', text: 'pairing.missingWhy' },
}

/** The words for where a pairing stands; undefined where all goes well. */
export function failureWords({
  phase,
  notice,
  silent,
}: Pick<ShownPairing, 'phase' | 'notice' | 'silent'>): FailureWords | undefined {
  if (phase === 'preparing' && silent) return { state: 'waiting', title: 'pairing.slow', text: 'pairing.slowWhy' }
  const found = words[phase]
  return found && { state: 'failed', ...found, ...(notice ? { text: notice } : {}) }
}

/** Leads to the other ways to connect, where this view isn't the first of them [S2.11]. */
export function OtherWay(): ReactNode {
  const { foyer, state, say } = useModal()
  const { adapters, options } = contextOf(foyer)
  const { history } = state.view
  const isHome = options.manualWCControl || adapters.size === 0
  if (currentRoute(state.view).view === 'ConnectingWalletConnectBasic' || (isHome && history.length < 2)) return null
  return (
    <LinkButton
      partName="other-way"
      onClick={() => (history.length > 1 ? goBack(foyer) : reset(foyer, { view: 'Connect' }))}
    >
      {say('pairing.otherWay')}
    </LinkButton>
  )
}

export interface PairingLinkProps {
  readonly wallet: ListedWallet
  readonly platform: LinkPlatform
  readonly pairing: ShownPairing
}

/** A wallet that a link opens: on this phone, on this desktop, or on the web. */
export function PairingLink({ wallet, platform, pairing }: PairingLinkProps): ReactNode {
  const { say, foyer } = useModal()
  const { phase, silent, uri, start } = pairing
  const { open, isOpened, renew } = useWalletOpening({ wallet, platform, pairing })
  const name = shownName(wallet.name) || say('shell.unknown')
  const failure = failureWords(pairing)
  const begin = () => {
    renew()
    start()
  }
  // A page of the web waits for a press; an app opens by itself.
  const waiting = platform === 'web' && !isOpened ? 'idle' : 'waiting'
  const hint = open === undefined ? 'pairing.noLink' : platform === 'web' ? 'pairing.openWeb' : 'pairing.openApp'
  const text = failure ? say(failure.text) : silent ? say('pairing.silent', { wallet: name }) : say(hint)
  return (
    <>
      <WaitingFor
        image={<WalletImage size="lg" name={name} src={walletImageOf(foyer, wallet)} />}
        shape="square"
        state={failure?.state ?? waiting}
        title={failure ? say(failure.title) : say('connect.continue', { wallet: name })}
        text={text}
        retry={failure || silent ? { words: 'connect.tryAgain', retry: begin } : undefined}
      >
        {failure || open === undefined ? null : (
          <Button
            partName="open-wallet"
            icon={<ExternalIcon />}
            busy={phase === 'preparing'}
            onClick={phase === 'idle' ? begin : open}
          >
            {say('pairing.open')}
          </Button>
        )}
        {failure ? <OtherWay /> : <CopyPairing uri={uri} />}
      </WaitingFor>
      <DownloadPrompt wallet={wallet} foyer={foyer} />
    </>
  )
}

/**
 * Opens a wallet by its link. An app is opened by itself once its pairing is there, in the wake of the press that led here; a web page would be
 * held for a pop-up, and waits for a press of its own.
 */
function useWalletOpening({ wallet, platform, pairing: { uri } }: PairingLinkProps) {
  const { foyer } = useModal()
  const link = appLink({ wallet, platform, universal: foyer.options.experimental_preferUniversalLinks })
  const [isOpened, setIsOpened] = useState(false)
  const byItself = useRef(true)
  const open = useCallback(() => {
    if (link === undefined || uri === undefined) return
    byItself.current = false
    setIsOpened(true)
    openWallet({ foyer, wallet, link, uri, platform })
  }, [link, uri, wallet, platform, foyer])
  useEffect(() => {
    if (platform !== 'web' && byItself.current) open()
  }, [platform, open])
  // Lets the next pairing open the wallet by itself once more.
  const renew = () => {
    byItself.current = true
    setIsOpened(false)
  }
  // Undefined where no link is safe to open [F29].
  return { open: link === undefined ? undefined : open, isOpened, renew }
}

/** Copies the pairing, for a wallet that takes it pasted: it goes to the clipboard and nowhere else. */
export function CopyPairing({ uri }: { readonly uri: string | undefined }): ReactNode {
  const { say } = useModal()
  return <CopyLink partName="copy-link" text={uri} label={say('pairing.copyLink')} copied="pairing.copied" />
}
