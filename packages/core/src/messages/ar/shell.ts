import type { shell as english } from '../en/shell.js'
import type { Translated } from '../sentences.js'

export const shell: Translated<typeof english> = {
  'shell.back': 'رجوع',
  'shell.loading': 'جارٍ التحميل',
  'shell.opensNewTab': 'يُفتح في علامة تبويب جديدة',
  'shell.unknown': 'غير معروف',
  'shell.offline': 'أنت غير متصل بالإنترنت. سيُستأنف هذا عند عودة الاتصال.',
  'shell.notAvailable': 'غير متاح',
}
