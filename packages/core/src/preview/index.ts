/** The wallet's next request, in words: before it is asked, where the host wants that (`features.preview`). */

export type { PreviewedRequest } from '../state/attempt.js'
export { previewedBy } from './previewedBy.js'
export { type Preview, type PreviewForm, readPreview } from './readPreview.js'
