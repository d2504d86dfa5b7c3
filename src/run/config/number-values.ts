import { z } from 'zod';

const numberLike = (form: RegExp) => z.string().regex(form).transform(Number);

export const UpTo9 = numberLike(/^\d$/);
export const UpTo999 = numberLike(/^[1-9]\d{0,2}$/);
export const UpTo9999 = numberLike(/^[1-9]\d{0,3}$/);
export const PORT_MAX = 65_535;
export const Port = numberLike(/^\d{1,5}$/).pipe(z.number().max(PORT_MAX));
export const Ratio = numberLike(/^(?:0(?:\.\d{1,9})?|1(?:\.0{1,9})?)$/);
