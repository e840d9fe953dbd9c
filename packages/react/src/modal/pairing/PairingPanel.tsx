import { type ListedWallet, shownName, type WalletPlatform, walletImageOf } from '@foyer/core/wallets'
import { QrIcon, WalletImage } from '@foyer/parts'
import type { ReactNode } from 'react'
import { Announcement } from '../Announcement.js'
import { briefName, DownloadPrompt } from '../DownloadPrompt.js'
import { useModal } from '../modalContext.js'
import { ViewSlot } from '../ViewSlot.js'
import ConnectingExternalView from '../views/ConnectingExternalView.js'
import type { ShownPairing } from '../views.js'
import { WaitingFor } from '../WaitingFor.js'
import { type FailureWords, failureWords, OtherWay, PairingLink } from './PairingLink.js'

export interface PairingPanelProps {
  readonly platform: WalletPlatform
  /** Any wallet where there is none. */
  readonly wallet?: ListedWallet | undefined
  /** The wallet's connector, where it's in the page. */
  readonly connectorId?: string | undefined
  readonly pairing: ShownPairing
}

/** The code, before what draws it is there. */
const sketch = ['code', 'text'] as const

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
        <ViewSlot piece={views.code} sketch={sketch}>
          {(Code) => <Code wallet={wallet} pairing={pairing} />}
        </ViewSlot>
      )}
      <Announcement>
        {failure
          ? `${say(failure.title)}. ${say(failure.text)}`
          : pairing.phase === 'offered'
            ? say('pairing.scan')
            : undefined}
      </Announcement>
      {wallet ? <DownloadPrompt wallet={wallet} foyer={foyer} /> : null}
    </>
  )
}

interface PairingFailureProps {
  readonly wallet: ListedWallet | undefined
  readonly words: FailureWords
  readonly onRetry: () => void
}

/** Why pairing came to nothing, or doesn't get on; and the ways on. */
function PairingFailure({ wallet, words, onRetry }: PairingFailureProps): ReactNode {
  const { say, foyer } = useModal()
  const image = wallet ? (
    <WalletImage size="lg" name={shownName(wallet.name)} src={walletImageOf(foyer, wallet)} />
  ) : (
    <WalletImage size="lg" name="" icon={<QrIcon />} />
  )
  return (
    <WaitingFor
      image={image}
      shape="square"
      state={words.state}
      announcedElsewhere
      title={say(words.title)}
      text={say(words.text)}
      retry={{ words: 'connect.tryAgain', retry: onRetry }}
    >
      <OtherWay />
    </WaitingFor>
  )
}

/** A wallet for the browser that isn't in this one: where to get it, and what to do with one that is there. */
function NotDetected({ wallet }: { readonly wallet: ListedWallet }): ReactNode {
  const { say, foyer } = useModal()
  const name = shownName(wallet.name)
  return (
    <>
      <WaitingFor
        image={<WalletImage size="lg" name={name} src={walletImageOf(foyer, wallet)} />}
        shape="square"
        state="idle"
        title={say('help.notDetected')}
        text={say('help.notDetectedWhy', { wallet: briefName(name) })}
        retry={{ words: 'help.reload', retry: () => location.reload() }}
      />
      <DownloadPrompt wallet={wallet} foyer={foyer} />
    </>
  )
}
