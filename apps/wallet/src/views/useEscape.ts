import { useEffect } from 'react'

/** Escape with the focus in a frame never reaches the page around: what it does is done here. */
export function useEscape(onEscape: () => void): void {
  useEffect(() => {
    const onKey = ({ key, isTrusted }: KeyboardEvent) => {
      if (key === 'Escape' && isTrusted) onEscape()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [onEscape])
}
