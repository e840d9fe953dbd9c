import type { Foyer } from '@foyer/core'
import { en, enViews } from '@foyer/core/internal'
import { onrampSentences, type Sentences } from '@foyer/core/messages'
import { modalPartsCss, viewPartsCss } from '@foyer/parts'
import { type ReactNode, useMemo } from 'react'
import { sayIn } from '../../headless/say.js'
import { useSelect } from '../../useSelect.js'
import { createStyles } from '../createStyles.js'
import { ShadowHost } from '../ShadowHost.js'
import buySheet from '../styles/buy.css?inline'
import { OnrampCard } from './OnrampCard.js'

export interface OnrampWidgetRootProps {
  readonly foyer: Foyer
  readonly translated: Partial<Sentences>
  /** The widget's place in the host's page. */
  readonly container: HTMLElement
}

/** The widget in a shadow root of its own, which the page's styles don't reach into. */
export function OnrampWidgetRoot({ foyer, translated, container }: OnrampWidgetRootProps): ReactNode {
  const theme = useSelect((state) => state.theme)
  const styles = useMemo(() => {
    const made = createStyles()
    made.add(viewPartsCss + modalPartsCss)
    made.add(buySheet)
    return made
  }, [])
  const say = useMemo(() => sayIn({ ...en, ...enViews, ...onrampSentences }, translated), [translated])
  return (
    <ShadowHost
      container={container}
      mark="data-foyer-widget"
      styles={styles}
      theme={theme}
      locale={foyer.options.locale}
    >
      <OnrampCard say={say} />
    </ShadowHost>
  )
}
