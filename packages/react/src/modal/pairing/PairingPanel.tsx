import type { ListedWallet, WalletPlatform } from '@foyer/core/wallets'
import { VisuallyHidden } from '@foyer/parts'
import type { ReactNode } from 'react'
import { DownloadPrompt } from '../DownloadPrompt.js'
import type { Pairing } from '../hooks/usePairing.js'
import { useModal } from '../modalContext.js'
import { ViewSlot } from '../ViewSlot.js'
import ConnectingExternalView from '../views/ConnectingExternalView.js'
import { failureWords } from './failureWords.js'
import { NotDetected } from './NotDetected.js'
import { PairingFailure } from './PairingFailure.js'
import { PairingLink } from './PairingLink.js'

export interface PairingPanelProps {
  readonly platform: WalletPlatform
  /** Any wallet where there is none. */
  readonly wallet?: ListedWallet | undefined
  /** The wallet's connector, where it's in the page. */
  readonly connectorId?: string | undefined
  readonly pairing: Pairing
}

/** One way to a wallet. */
export function PairingPanel({ platform, wallet, connectorId, pairing }: PairingPanelProps): ReactNode {
  const { foyer, views, say } = useModal()
  if (platform === 'browser' && connectorId !== undefined) return <ConnectingExternalView connectorId={connectorId} />
  if (platform === 'unsupported' && wallet) return <NotDetected wallet={wallet} />
  if (wallet && (platform === 'mobile' || platform === 'desktop' || platform === 'web'))
    return <PairingLink key={platform} wallet={wallet} platform={platform} pairing={pairing} />
  const failure = failureWords(pairing)
  return (
    <>
      {failure ? (
        <PairingFailure wallet={wallet} words={failure} onRetry={pairing.start} />
      ) : (
        <ViewSlot view={views.code} params={{ wallet, pairing }} />
      )}
      <VisuallyHidden>
        <span role="status">{failure ? `${say(failure.title)}. ${say(failure.text)}` : null}</span>
      </VisuallyHidden>
      {wallet ? <DownloadPrompt wallet={wallet} foyer={foyer} /> : null}
    </>
  )
}
