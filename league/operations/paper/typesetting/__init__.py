"""What a club prints, as PDF: plain values in, bytes out. It knows no database and no request."""
