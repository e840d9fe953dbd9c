import { Button } from '@foyer/parts'
import { ContentBlock, Facts, FieldTree, Understood, Warnings } from '@foyer/parts/request'
import { sayRequestInEnglish, spokenRequest } from '@foyer/signing/sentences'
import { type ReactNode, useState } from 'react'
import type { Wallet } from '../wallet/createWallet.js'
import type { WaitingRequest } from '../wallet/state.js'
import { PeerCard } from './PeerCard.js'
import { useBusy } from './useBusy.js'
import { WalletDialog } from './WalletDialog.js'

export interface RequestDialogProps {
  readonly wallet: Wallet
  readonly waiting: WaitingRequest
  /** How many wait after it. */
  readonly more: number
}

/** Shows a request and asks for approval. */
export function RequestDialog({ wallet, waiting, more }: RequestDialogProps): ReactNode {
  const { request, app, prepared } = waiting
  const { title, act, facts, content, tree, warnings, isDeliberate } = spokenRequest(
    prepared.shown,
    sayRequestInEnglish,
  )
  const [isUnderstood, setUnderstood] = useState(false)
  const [isBusy, run] = useBusy()
  const reject = () => void wallet.refuse(request.id)
  return (
    <WalletDialog
      title={title}
      closeLabel="Reject and close"
      onClose={reject}
      onSubmit={() => run(wallet.agree(request.id))}
      actions={
        <>
          <Button variant="quiet" disabled={isBusy} onClick={reject}>
            Reject
          </Button>
          <Button type="submit" busy={isBusy} disabled={isDeliberate && !isUnderstood}>
            {act}
          </Button>
        </>
      }
    >
      <PeerCard peer={app.session.peer} says="asks, and says that it is at" />
      <Facts facts={facts} />
      {content ? <ContentBlock {...content} /> : null}
      {tree ? <FieldTree {...tree} allOf={(count) => `All ${count} letters`} /> : null}
      <Warnings warnings={warnings} />
      {isDeliberate ? (
        <Understood label="I have read the warning, and want this" isOn={isUnderstood} onChange={setUnderstood} />
      ) : null}
      {more > 0 ? <p className="small">{more === 1 ? 'One more waits.' : `${more} more wait.`}</p> : null}
    </WalletDialog>
  )
}
