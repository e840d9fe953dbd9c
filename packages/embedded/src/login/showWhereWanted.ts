import type { LoginKit } from '../session/loginKit.js'

/** Shows the page above the modal for as long as it wants to be seen. @returns hides it, and shows it no more */
export function showWhereWanted({
  frame,
  host,
  connectorId,
}: Pick<LoginKit, 'frame' | 'host' | 'connectorId'>): () => void {
  let isWanted = false
  let hide: (() => void) | undefined
  const want = async (isShown: boolean) => {
    isWanted = isShown
    try {
      if (!isShown) return hide?.()
      if (hide) return // it is there already
      const lower = () => {
        hide = undefined
        frame.lower()
      }
      const shown = await host.showSurface?.({ connectorId, show: frame.raise, hide: lower })
      if (isWanted) hide = shown
      else shown?.()
    } catch (error) {
      host.report(error)
    }
  }
  const stop = frame.onSurface(want)
  return () => {
    stop()
    void want(false)
  }
}
