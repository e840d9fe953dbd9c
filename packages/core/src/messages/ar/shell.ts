import type { shell as english } from '../en/shell.js'
import type { Translated } from '../sentences.js'

export const shell: Translated<typeof english> = {
  'shell.back': 'رجوع',
  'shell.help': 'مساعدة',
  'shell.dismiss': 'إخفاء',
  'shell.reload': 'إعادة التحميل',
  'shell.loading': 'جارٍ التحميل',
  'shell.opensNewTab': 'يُفتح في علامة تبويب جديدة',
  'shell.selected': 'محدّد',
  'shell.unknown': 'غير معروف',
  'shell.success': 'تم بنجاح',
  'shell.error': 'خطأ',
  'shell.warning': 'تحذير',
  'shell.info': 'ملاحظة',
  'shell.offline': 'أنت غير متصل بالإنترنت. سيُستأنف هذا عند عودة الاتصال.',
  'shell.online': 'عاد اتصالك بالإنترنت.',
}
