import { type ListedWallet, walletImageOf } from '@foyer/core/wallets'
import { WalletImage } from '@foyer/parts'
import type { ReactNode } from 'react'
import { DownloadPrompt } from '../DownloadPrompt.js'
import { useModal } from '../modalContext.js'
import { shownName } from '../shownName.js'
import { WaitingFor } from '../WaitingFor.js'

export interface NotDetectedProps {
  readonly wallet: ListedWallet
}

/** A wallet for the browser that isn't in this one, and where to get it. */
export function NotDetected({ wallet }: NotDetectedProps): ReactNode {
  const { say, foyer } = useModal()
  return (
    <>
      <WaitingFor
        image={<WalletImage size="lg" name={shownName(wallet.name)} src={walletImageOf(foyer, wallet)} />}
        shape="square"
        state="idle"
        title={say('help.notDetected')}
      />
      <DownloadPrompt wallet={wallet} foyer={foyer} />
    </>
  )
}
