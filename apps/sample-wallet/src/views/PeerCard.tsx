import { WalletImage } from '@foyer/parts'
import type { PeerMetadata } from '@foyer/walletconnect/protocol'
import type { ReactNode } from 'react'
import { peerName, peerPlace } from './peerName.js'
import { pictureOf } from './pictureOf.js'

/** The requester as it describes itself, unverified. */
export function PeerCard({ peer, says }: { readonly peer: PeerMetadata; readonly says: string }): ReactNode {
  return (
    <div className="peer">
      <WalletImage name={peerName(peer)} src={pictureOf(peer)} size="md" />
      <p className="peer-name" dir="auto">
        {peerName(peer)}
      </p>
      <p className="dim">
        {says} <bdi>{peerPlace(peer)}</bdi>
      </p>
    </div>
  )
}
