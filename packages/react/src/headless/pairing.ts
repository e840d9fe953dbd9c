import type { Foyer } from '@foyer/core'
import { walletOpened } from '@foyer/core/connection'
import {
  attemptView,
  contextOf,
  noticeOf,
  type PairingPhase,
  pairingPhase,
  pickedWallet,
  startAttempt,
} from '@foyer/core/internal'
import { listedSchemes, safeBase, UnsafeLinkError, walletLink } from '@foyer/core/links'
import type { PlainSentenceKey } from '@foyer/core/messages'
import { isAndroid, isTelegram, linkTarget, openLink } from '@foyer/core/platform'
import { attemptAt, pairingConnectorId } from '@foyer/core/view'
import type { ListedWallet } from '@foyer/core/wallets'
import { useFoyer } from '../kit.js'
import { useSelect } from '../useSelect.js'
import { relaySilenceMs, useSilence, useStarter, walletSilenceMs } from './connecting.js'

export type { PairingPhase } from '@foyer/core/internal'

export interface Pairing {
  /** The phase of the pairing. */
  readonly phase: PairingPhase
  /** The failure's own sentence, by key, where it says more than the phase: see `useFoyerSentences`. */
  readonly notice: PlainSentenceKey | undefined
  /**
   * While it is prepared: the relay has been silent for more than 4 s; it is still being tried. Once the wallet was opened on this device: that was more
   * than 10 s ago, and perhaps nothing opened.
   */
  readonly silent: boolean
  /** The pairing URI for the wallet, while it's offered: to be drawn as a QR code, copied, or opened. */
  readonly uri: string | undefined
  /** Begins, or begins anew; while a pairing with the same wallet runs this changes nothing. */
  readonly start: () => void
  /** Cancels what `start` began. */
  readonly cancel: () => void
  /** Opens the wallet's app on this device with the pairing; undefined where there is no wallet, no pairing, or no link that is safe to open [F29]. */
  readonly open: (() => void) | undefined
}

/**
 * Pairs with a wallet on another device, or in an app on this one, and follows where that stands.
 *
 * @param parameters.wallet - the one that is to be reached; a code for any unless said
 * @param options.wallet - the one that the pairing is for, one of `useFoyerWallets` or of the connect rows; any that scans it by default
 * @throws ProviderMissingError outside of a provider
 * @example
 * const { uri, phase, start } = useFoyerPairing()
 * return uri ? <MyQrCode text={uri} /> : <button onClick={start}>{phase === 'idle' ? 'Show code' : 'Try again'}</button>
 */
export function useFoyerPairing({ wallet }: { readonly wallet?: ListedWallet | undefined } = {}): Pairing {
  const foyer = useFoyer()
  const { start, cancel } = useStarter()
  const { attempt, connectorId, online } = useSelect((state) => {
    const connectorId = pairingConnectorId(state)
    return {
      connectorId,
      online: state.online,
      attempt: attemptAt(state.connection.attempts, { kind: 'connect', connectorId }),
    }
  })
  const { isRunning, failure, offer } = attemptView(attempt)
  const isOpened = isRunning && attempt?.step.type === 'walletOpened'
  const silent = useSilence({
    wait: isOpened ? `${attempt.id} opened` : isRunning && !offer ? `${attempt?.id}` : undefined,
    ms: isOpened ? walletSilenceMs : relaySilenceMs,
  })
  const phase = pairingPhase({ failure, isRunning, isOffered: offer !== undefined, online })
  const uri = phase === 'offered' ? offer?.uri : undefined
  const link =
    wallet && appLink({ wallet, platform: 'mobile', universal: foyer.options.experimental_preferUniversalLinks })
  return {
    phase,
    notice: phase === 'failed' ? noticeOf(failure) : undefined,
    silent,
    uri,
    start() {
      start(wallet?.id ?? '', (signal) =>
        startAttempt(
          foyer,
          { kind: 'connect', connectorId, wallet: wallet && pickedWallet(contextOf(foyer), wallet) },
          { signal },
        ),
      )
    },
    cancel,
    open:
      wallet === undefined || link === undefined || uri === undefined
        ? undefined
        : () => openWallet({ foyer, wallet, link, uri, platform: 'mobile' }),
  }
}

/** The platform of a wallet that a link opens. */
export type LinkPlatform = 'mobile' | 'desktop' | 'web'

/** Opens a wallet with a pairing by its link; requests open it by the same link afterwards. */
export function openWallet({
  foyer,
  wallet,
  link,
  uri,
  platform,
}: {
  readonly foyer: Foyer
  readonly wallet: ListedWallet
  readonly link: string
  readonly uri: string
  readonly platform: LinkPlatform
}): void {
  const schemes = listedSchemes([wallet])
  const { redirect, href } = walletLink({ link, uri, schemes, isTelegramOnAndroid: isTelegram() && isAndroid() })
  walletOpened(foyer, { href })
  openLink({ link: redirect, target: linkTarget({ platform }) })
}

/** The link to open a wallet with: an app's universal one where the host prefers it, else its own. */
export function appLink({
  wallet,
  platform,
  universal,
}: {
  readonly wallet: ListedWallet
  readonly platform: LinkPlatform
  readonly universal: boolean | undefined
}): string | undefined {
  const schemes = listedSchemes([wallet])
  const own = { mobile: wallet.mobile_link, desktop: wallet.desktop_link, web: wallet.webapp_link }[platform]
  const links = universal && platform === 'mobile' ? [wallet.link_mode, own] : [own]
  return links.flatMap((link) => link ?? []).find((link) => isSafe({ link, schemes }))
}

function isSafe(parameters: { readonly link: string; readonly schemes: ReadonlySet<string> }): boolean {
  try {
    return safeBase(parameters) !== ''
  } catch (error) {
    if (error instanceof UnsafeLinkError) return false
    throw error
  }
}
