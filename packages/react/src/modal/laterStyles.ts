import { laterPartsCss } from '@foyer/parts'
import views from './styles/views.css?inline'

/** The sheet of every view but Connect, which needs none of it. */
export const laterCss: string = laterPartsCss + views
