import { readTypedAmount } from '@foyer/core/chain'
import { Button } from '@foyer/parts'
import { ContentBlock, Facts, FieldTree, LimitField, Understood, Warnings } from '@foyer/parts/request'
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
  /** The number of requests that wait after it. */
  readonly more: number
}

/** Shows a request and asks for approval. */
export function RequestDialog({ wallet, waiting, more }: RequestDialogProps): ReactNode {
  const { request, app, prepared } = waiting
  const { title, act, facts, content, tree, warnings, isDeliberate, limit } = spokenRequest(
    prepared.shown,
    sayRequestInEnglish,
  )
  // What was agreed to was what was shown then.
  const [understood, setUnderstood] = useState<WaitingRequest['prepared']>()
  const [limited, setLimited] = useState<WaitingRequest['prepared']>()
  const isMeant = (!isDeliberate || understood === prepared) && limited !== prepared
  const [isBusy, run] = useBusy()
  const reject = () => void wallet.refuse(request.id)
  return (
    <WalletDialog
      title={title}
      closeLabel="Reject and close"
      onClose={reject}
      actions={
        <>
          <Button variant="quiet" disabled={isBusy} onClick={reject}>
            Reject
          </Button>
          <Button busy={isBusy} disabled={!isMeant} onClick={() => run(wallet.agree(request.id))}>
            {act}
          </Button>
        </>
      }
    >
      <PeerCard peer={app.session.peer} says="asks, and says that it is at" />
      <Facts facts={facts} />
      {content ? <ContentBlock {...content} /> : null}
      {tree ? <FieldTree {...tree} allOf={(count) => `All ${count} letters`} /> : null}
      <Warnings warnings={warnings.map((text) => ({ text, isMild: !isDeliberate }))} />
      {limit ? (
        <LimitField
          limit={limit}
          unlimited="Unlimited"
          only={`Only ${limit.usual} ${limit.unit}`}
          isAmount={(text) => (readTypedAmount({ ...limit, text })?.value ?? 0n) > 0n}
          set="Set the limit"
          wrong="This is no amount."
          onChoose={(isLimited) => setLimited(isLimited ? prepared : undefined)}
          onLimit={(amount) => void wallet.limit(request.id, amount)}
        />
      ) : null}
      {isDeliberate ? (
        <Understood
          label="I have read the warning, and want this"
          isOn={understood === prepared}
          onChange={(isOn) => setUnderstood(isOn ? prepared : undefined)}
        />
      ) : null}
      {more > 0 ? <p className="small">{more === 1 ? 'One more waits.' : `${more} more wait.`}</p> : null}
    </WalletDialog>
  )
}
