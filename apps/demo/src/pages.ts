import type { ReactNode } from 'react'
import { Demo, type DemoProps } from './Demo.js'
import type { DemoSettings } from './settings.js'

/** The pages that one program draws; those that few visitors open are fetched with their first opening. */
export const pages: Readonly<Record<DemoSettings['page'], () => Promise<(props: DemoProps) => ReactNode>>> = {
  home: async () => Demo,
  look: async () => (await import('./look/LookPage.js')).LookPage,
}
