import { type ListedWallet, walletImageOf } from '@foyer/core/wallets'
import { QrIcon, WalletImage } from '@foyer/parts'
import type { ReactNode } from 'react'
import { useModal } from '../modalContext.js'
import { shownName } from '../shownName.js'
import { WaitingFor } from '../WaitingFor.js'
import type { FailureWords } from './failureWords.js'

export interface PairingFailureProps {
  readonly wallet: ListedWallet | undefined
  readonly words: FailureWords
  readonly onRetry: () => void
}

/** Why pairing came to nothing, and a way on. */
export function PairingFailure({ wallet, words, onRetry }: PairingFailureProps): ReactNode {
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
      state="failed"
      heardElsewhere
      title={say(words.title)}
      text={say(words.text)}
      retry={{ label: say('connect.tryAgain'), onClick: onRetry }}
    />
  )
}
