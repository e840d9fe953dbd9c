import type { ViewName } from '@foyer/core'
import { approvalKey } from '@foyer/core/approvals'
import { nftsSentences } from '@foyer/core/messages'
import { type ViewEntry, view } from '../viewEntry.js'
import { ApprovalsView } from './ApprovalsView.js'
import { NftsPanel } from './NftsPanel.js'
import { NftView } from './NftView.js'
import sheet from './nfts.css?inline'
import { RevokeApprovalView } from './RevokeApprovalView.js'

export const sentences: typeof nftsSentences = nftsSentences

export const css: string = sheet

/** The content of the tab of Account. */
export const Panel: typeof NftsPanel = NftsPanel

/** The views of this chunk. */
export const views: ReadonlyMap<ViewName, ViewEntry> = new Map<ViewName, ViewEntry>([
  view('Nfts', NftsPanel, 'nfts.title'),
  view('Nft', NftView, 'nfts.one', ({ nft }) => `${nft.networkId}/${nft.contract}/${nft.tokenId}`),
  view('Approvals', ApprovalsView, 'approvals.title'),
  view('RevokeApproval', RevokeApprovalView, 'approvals.revokeTitle', approvalKey),
])
