import type { ViewProps } from '@foyer/core'
import type { PreviewedRequest } from '@foyer/core/preview'
import { EmptyState, part, WarningIcon } from '@foyer/parts'
import { Understood } from '@foyer/parts/request'
import { type ReactNode, useState } from 'react'
import { type AskedPreview, useFoyerPreview, useReadPreview } from '../../headless/preview.js'
import { useModal } from '../modalContext.js'
import { ReviewButtons } from '../review/Review.js'
import { RequestWords } from './RequestWords.js'

/** The request of a host's own call, before the wallet is asked. */
export function PreviewView({ attemptId }: ViewProps<'Preview'>): ReactNode {
  const { say } = useModal()
  const asked = useFoyerPreview({ attemptId })
  if (!asked.request)
    return <EmptyState icon={<WarningIcon />} title={say('preview.over')} text={say('preview.overWhy')} />
  return <Asked request={asked.request} asked={asked} />
}

function Asked({
  request,
  asked: { approve, decline },
}: {
  readonly request: PreviewedRequest
  readonly asked: AskedPreview
}): ReactNode {
  const { say } = useModal()
  const preview = useReadPreview(request)
  const [understood, setUnderstood] = useState<unknown>()
  const [isHeld, setIsHeld] = useState(false)
  const { shown, status, hold } = preview
  const takesStep = shown?.isDeliberate ?? false
  // What was agreed to was what was shown then.
  const isUnderstood = understood === shown
  const go = async () => {
    setIsHeld(true)
    const holds = await hold()
    setIsHeld(false)
    if (holds) approve()
  }
  return (
    <div data-look="stack" {...part({ name: 'preview', states: { status } })}>
      <RequestWords preview={preview} />
      {request.purpose === undefined ? null : (
        <p data-look="dim" {...part({ name: 'preview-purpose' })}>
          {say('preview.purpose', { purpose: request.purpose })}
        </p>
      )}
      <div className="dock" data-part="preview-dock" part="preview-dock">
        {takesStep ? (
          <Understood
            label={say('preview.understood')}
            isOn={isUnderstood}
            onChange={(isOn) => setUnderstood(isOn ? shown : undefined)}
          />
        ) : null}
        <ReviewButtons
          cancel={say('preview.cancel')}
          onCancel={decline}
          confirm={say('preview.continue')}
          onConfirm={() => void go()}
          busy={isHeld}
          disabled={status === 'reading' || (takesStep && !isUnderstood)}
          partName="preview-continue"
        />
      </div>
    </div>
  )
}
